"""The parts of the stores' contract; `test_contract.py` puts them together."""
