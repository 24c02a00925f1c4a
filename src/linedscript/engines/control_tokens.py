"""Control tokens of chat models inside a text, made harmless: servers read them there as their template's own.

Rules by shape come first, since new models take new words in old shapes; then words that carry no mark of their own.
What a template writes in plain words (``USER:``, ``### Instruction:``) is no token, and every play has such lines.
"""

import re

_ANGLED = (
    r"[|｜]"  # <|im_start|>, <|turn>, <｜User｜>: ChatML, Llama, gpt-oss, Phi, GLM, Kimi, Cohere, Granite, DeepSeek …
    r"|/?[^<>\s|｜]{1,40}[|｜]>"  # <turn|>: Gemma 4
    r"|/?[a-z]+(?:_[a-z0-9]+)+>"  # <start_of_turn>, <reserved_106>, <extra_id_0>, <SPECIAL_10>, <tool_call>
    r"|/?\w+:\w+>"  # <seed:bos>, <minimax:tool_call>
    r"|/?(?:unused|pad|ctrl)\d+>"
    r"|/?(?:s|bos|eos|pad|unk|mask|cls|sep|sop|eop|eod|eot|eom|eoh|eoa|think|tool|tools|role|ai|bot|human|user|assistant"
    r"|system|model|image|img|video|audio|用户)>"
    r"|</?SYS>>"
)
_SQUARED = (
    r"[|｜][^\[\]\n]{1,40}[|｜]\]"  # [|endofturn|]: EXAONE
    r"|/?(?:INST|[gs]?MASK|CLS|SEP|PAD|UNK|BOS|EOS|unused\d+)\]"
    r"|e~\["  # MiniMax
)
_CAPITALS = r"/?[A-Z]+(?:_[A-Z0-9]+)+\]|/?(?:ARGS|AUDIO|IMG|MIDDLE|PREFIX|SUFFIX|THINK|TRANSCRIBE)\]"
"""Mistral's and InternLM's in square brackets, in capitals alone: ``[think]`` is a direction."""
_FALCON = "TITLE|ABSTRACT|INTRODUCTION|SUMMARY|COMMENT|ANSWER|QUESTION|DOMAIN|PREFIX|SUFFIX|MIDDLE"
_BEGINNING = re.compile(
    rf"<(?={_ANGLED})|\[(?={_SQUARED})|\[(?=(?-i:{_CAPITALS}))|\](?=~!?b[\[\]])|>(?=>(?-i:{_FALCON})<<)", re.IGNORECASE
)
"""The mark that begins a token."""


def harmless(text: str) -> str:
    """The text with a blank behind each mark that begins a control token, and otherwise as it is."""
    return _BEGINNING.sub(lambda match: f"{match.group()} ", text)
