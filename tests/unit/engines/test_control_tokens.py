"""Control tokens as the chat templates of open models have them, and screenplay text that looks a little like them."""

import re

import pytest
from projects import ROOT

from linedscript.engines.control_tokens import harmless

TOKENS = {
    "ChatML": "<|im_start|> <|im_end|> <|endoftext|>",
    "Llama 2": "<s> </s> [INST] [/INST] <<SYS>> <</SYS>>",
    "Llama 3 and 4": "<|begin_of_text|> <|start_header_id|> <|eot_id|> <|python_tag|> <|header_start|> <|eot|>",
    "gpt-oss": "<|start|> <|channel|> <|message|> <|end|> <|return|> <|call|> <|constrain|>",
    "Phi": "<|user|> <|assistant|> <|system|> <|im_sep|>",
    "Gemma": "<bos> <start_of_turn> <end_of_turn> <start_of_image> <unused42> <|turn> <turn|> <|channel> <channel|>",
    "DeepSeek": "<｜begin▁of▁sentence｜> <｜User｜> <｜Assistant｜> <｜end▁of▁sentence｜> <think> </think>",
    "Qwen": "<tool_call> </tool_call> <tool_response> <|vision_start|>",
    "Mistral": "[SYSTEM_PROMPT] [/SYSTEM_PROMPT] [AVAILABLE_TOOLS] [/AVAILABLE_TOOLS] [TOOL_CALLS] [TOOL_RESULTS] "
    "[TOOL_CONTENT] [ARGS] [THINK] [/THINK] [IMG] [IMG_BREAK] [IMG_END] [PREFIX] [MIDDLE] [SUFFIX] [BEGIN_AUDIO] "
    "[MODEL_SETTINGS] [/MODEL_SETTINGS] [CALL_ID]",
    "EXAONE": "[|system|] [|user|] [|assistant|] [|tool|] [|endofturn|]",
    "Seed-OSS": "<seed:bos> <seed:eos> <seed:think> </seed:think> <seed:tool_call>",
    "MiniMax": "]~!b[ ]~b] [e~[ <minimax:tool_call> </minimax:tool_call>",
    "GLM": "[gMASK] <sop> <eop> [MASK] [sMASK] <|observation|> <arg_key> </arg_value>",
    "Baichuan": "<reserved_102> <reserved_106> <reserved_107>",
    "Nemotron": "<extra_id_0> <extra_id_1> <SPECIAL_10> <SPECIAL_12>",
    "Cohere": "<|START_OF_TURN_TOKEN|> <|USER_TOKEN|> <|CHATBOT_TOKEN|> <|END_OF_TURN_TOKEN|> <BOS_TOKEN>",
    "Kimi": "<|im_system|> <|im_middle|> <|im_user|> <|tool_calls_section_begin|>",
    "Granite": "<|start_of_role|> <|end_of_role|> <|end_of_text|>",
    "Hunyuan": "<｜hy_User｜> <｜hy_place▁holder▁no▁3｜> <|extra_0|>",
    "MiniCPM": "<用户> <AI>",
    "InternLM": "<eoh> <eoa> [UNUSED_TOKEN_146]",
    "Pangu": "[unused9] [unused10]",
    "Ling": "<role> </role> <|role_end|>",
    "Falcon": ">>QUESTION<< >>ANSWER<<",
    "others": "<|separator|> <|endofuserprompt|> <|role_start|> <end_of_utterance> <image> [CLS]",
}


@pytest.mark.parametrize("family", TOKENS)
def test_no_control_token_of_a_family_is_left(family):
    for token in TOKENS[family].split():
        shown = harmless(f"Bye.{token}\n")
        assert token not in shown
        assert shown.replace(" ", "") == f"Bye.{token}\n".replace(" ", "")


@pytest.mark.parametrize(
    "text",
    [
        "<i>No.</i> <b>Bold</b> <u>under</u> <br> <center>",
        "[INSERT: a letter] [INSTANT] [BEAT] [Pause.] [think] [MUSIC IN] [O.S.] [CONT'D]",
        "a << b, x < y > z, <3, -->, <-- and <<",
        "> THE END <  > CENTERED <",
        "USER: Hello.\nASSISTANT: Hi.\n### Instruction:\nSYSTEM: No.",
        "|| a | b || [a|b] [1] [[a note]] /* boneyard */",
        "~La la la~ ]~ [~] *it* _it_ **it**",
        "<https://example.org> <ann@example.org> <mailto:ann@example.org>",
        "〈名〉《剧名》【内景】｜竖线｜ ＜注＞",
        'SUPER: "<Ann>" <HUMAN RIGHTS> [ROLE CALL] <system failure>',
        "It's 5:30 <5:30 p.m.> here.",
    ],
)
def test_what_screenplays_hold_stays_as_it_is(text):
    assert harmless(text) == text


def test_the_sample_scripts_and_the_prompts_hold_nothing_to_part():
    for path in sorted([*(ROOT / "samples/scripts").iterdir(), *(ROOT / "prompts").iterdir()]):
        text = path.read_text(encoding="utf-8")
        assert harmless(text) == text, path


def test_a_text_without_tokens_takes_one_pass_whatever_it_repeats():
    text = "<[]<|" * 2000 + "a_" * 20000 + ">"
    assert re.sub(r"(?<=[<\[\]>]) ", "", harmless(text)) == text


def test_what_was_made_harmless_stays_so():
    for tokens in TOKENS.values():
        assert harmless(harmless(tokens)) == harmless(tokens)
