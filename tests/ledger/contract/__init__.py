"""The parts of the contract of a store; `test_contract.py` combines them."""
