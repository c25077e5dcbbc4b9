"""Reads a chain and sends a transaction as a user of cosmpy does; prints what it saw as JSON.

usage: check.py <REST address> <address> <contract>
"""

import json
import sys

from cosmpy.aerial.client import LedgerClient, NetworkConfig
from cosmpy.aerial.contract import LedgerContract
from cosmpy.aerial.wallet import LocalWallet
from cosmpy.crypto.keypairs import PrivateKey

url, address, contract = sys.argv[1:4]
client = LedgerClient(
    NetworkConfig(
        chain_id="devnet-1",
        url=f"rest+{url}",
        fee_minimum_gas_price=1,
        fee_denomination="uixo",
        staking_denomination="uixo",
    )
)
# A key of nobody's, the same in every run.
wallet = LocalWallet(PrivateKey(bytes(range(1, 33))), prefix="ixo")
account = client.query_account(address)
summary = client.query_staking_summary(address)
sent = client.send_tokens(address, 1, "uixo", wallet)

print(
    json.dumps(
        {
            "balance": client.query_bank_balance(address, "uixo"),
            "balances": [[coin.denom, str(coin.amount)] for coin in client.query_bank_all_balances(address)],
            "account": [account.number, account.sequence],
            "validators": [[str(each.address), each.moniker] for each in client.query_validators()],
            "staked": summary.total_staked,
            "rewards": summary.total_rewards,
            "unbonding": summary.total_unbonding,
            "height": client.query_height(),
            "chain": client.query_chain_id(),
            "contract": LedgerContract(None, client, address=contract).query({"token_info": {}}),
            "sent": sent.tx_hash,
        }
    )
)
