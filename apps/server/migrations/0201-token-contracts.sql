-- feature: kernel
-- The contract of each token on each network: coins sent there are lost, so that no withdrawal goes there. Those that an EVM rail is
-- configured with are refused too.

alter table asset_networks add column contract text check (contract <> '');

update asset_networks n set contract = known.contract
from (values
  ('USDT', 'TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  ('USDT', 'ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  ('USDT', 'BEP20', '0x55d398326f99059fF775485246999027B3197955'),
  ('USDT', 'SOL', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
  ('LINK', 'ERC20', '0x514910771AF9Ca656af840dff83E8264EcF986CA'),
  ('UNI', 'ERC20', '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'),
  ('SHIB', 'ERC20', '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE'),
  ('PEPE', 'ERC20', '0x6982508145454Ce325dDbE47a25d4ec3d2311933'),
  ('AAVE', 'ERC20', '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'),
  ('ARB', 'ARBITRUM', '0x912CE59144191C1204E64559FE8253a0e49E6548'),
  ('OP', 'OPTIMISM', '0x4200000000000000000000000000000000000042')
) as known (asset, network, contract)
where n.asset = known.asset and n.network = known.network;
