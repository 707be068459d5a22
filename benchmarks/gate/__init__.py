"""The parts of the benchmark of the gate, benchmarks/risk.py."""
