import type { CommandProject } from 'oracle-runtime/plugin';

/** Where ixo's own tools register oracles; another may be named by flag. */
export interface NetworkPlaces {
  /** DID of the relayer node. */
  readonly relayer: string;
  /** DID of the protocol of oracles, the class of each. */
  readonly protocol: string;
  /** Between this machine and a wallet on a phone. */
  readonly walletRelay: string;
}

const PROTOCOL = 'did:ixo:entity:1a76366f16570483cea72b111b27fd78';

export const NETWORKS: Readonly<Record<CommandProject['network'], NetworkPlaces>> = {
  devnet: {
    relayer: 'did:ixo:entity:2f22535f8b179a51d77a0e302e68d35d',
    protocol: PROTOCOL,
    walletRelay: 'https://signx.devnet.ixo.earth',
  },
  testnet: {
    relayer: 'did:ixo:entity:3d079ebc0b332aad3305bb4a51c72edb',
    protocol: PROTOCOL,
    walletRelay: 'https://signx.testnet.ixo.earth',
  },
  mainnet: {
    relayer: 'did:ixo:entity:2f22535f8b179a51d77a0e302e68d35d',
    protocol: PROTOCOL,
    walletRelay: 'https://signx.ixo.earth',
  },
};

/** What an oracle registers before anybody gives it a home. */
export const LOCAL_API = 'http://localhost:4000';
