"""Write a tiny random language model and its tokenizer, as transformers loads them: python tiny_model.py KIND FOLDER"""

import sys

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

TEXT = ["The capital of France is Paris. It was the best of times, it was the worst of times."] * 3


def tokenizer():
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=300,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(TEXT, trainer)
    return PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<|endoftext|>")


def model(kind, vocabulary):
    ends = {"bos_token_id": 0, "eos_token_id": 0}
    if kind == "gpt2":
        config = GPT2Config(vocab_size=vocabulary, n_positions=64, n_embd=32, n_layer=2, n_head=2, **ends)
        return GPT2LMHeadModel(config)
    config = LlamaConfig(
        vocab_size=vocabulary,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        **ends,
    )
    return LlamaForCausalLM(config).bfloat16()


kind, folder = sys.argv[1:]
torch.manual_seed(0)
names = tokenizer()
names.save_pretrained(folder)
model(kind, len(names)).save_pretrained(folder)
