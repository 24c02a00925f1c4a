"""vLLM's prefix cache counts, under the names of each version."""

import pytest

from linedscript.engines.vllm.metrics import Prefixes, prefixes, total

NOW = """\
# HELP vllm:prefix_cache_queries_total Prefix cache queries, in terms of number of queried tokens.
# TYPE vllm:prefix_cache_queries_total counter
vllm:prefix_cache_queries_total{engine="0",model_name="m"} 400.0
vllm:prefix_cache_queries_created{engine="0",model_name="m"} 1.7e+09
# TYPE vllm:prefix_cache_hits_total counter
vllm:prefix_cache_hits_total{engine="0",model_name="m"} 300.0
vllm:external_prefix_cache_hits_total{engine="0",model_name="m"} 9.0
"""


def test_current_names_are_read():
    assert prefixes(NOW) == Prefixes(400, 300) and prefixes(NOW).rate == 0.75


def test_names_with_gpu_are_read():
    assert prefixes(NOW.replace("vllm:prefix", "vllm:gpu_prefix")) == Prefixes(400, 300)


def test_counters_without_total_are_read():
    assert prefixes(NOW.replace("_total{", "{")) == Prefixes(400, 300)


def test_engines_of_one_server_are_added():
    assert prefixes(NOW + NOW.replace('engine="0"', 'engine="1"')) == Prefixes(800, 600)


def test_an_old_servers_rate_is_weighed_by_its_prompt_tokens():
    text = 'vllm:gpu_prefix_cache_hit_rate{model_name="m"} 0.25\nvllm:prompt_tokens_total{model_name="m"} 80.0\n'
    assert prefixes(text) == Prefixes(80, 20)


def test_an_old_server_that_was_asked_nothing_has_no_rate():
    text = 'vllm:gpu_prefix_cache_hit_rate{model_name="m"} -1.0\nvllm:prompt_tokens_total{model_name="m"} 0.0\n'
    assert prefixes(text).rate is None


@pytest.mark.parametrize("text", ["", "not metrics at all", "vllm:prefix_cache_hits_total 3\n", "vllm:x NaNs\n"])
def test_a_server_that_names_none_is_not_known(text):
    assert prefixes(text) is None


def test_servers_are_weighed_by_what_they_were_asked():
    assert total([Prefixes(300, 300), Prefixes(100, 0)]).rate == 0.75
    assert total([]).rate is None
