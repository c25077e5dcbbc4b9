import { eachField } from './each-field.js';

/** Asked to learn whether a node is well and of which chain it is: cheap, and every node has it. */
export const NODE_INFO = '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo';

/** Chain ids of ixo's networks; a devnet may have any other name. */
const NETWORKS: readonly (readonly [network: string, chainId: RegExp])[] = [
  ['mainnet', /^(?:ixo|impacthub)-\d+$/],
  ['testnet', /^pandora-\d+$/],
  ['devnet', /^devnet-\d+$/],
];

/** `network` (4) of `default_node_info` (1) in a GetNodeInfoResponse; undefined where there is none. */
export function chainIdOf(answer: Uint8Array): string | undefined {
  let chainId: string | undefined;
  try {
    eachField(answer, (field, info) => {
      if (field !== 1) return;
      eachField(info, (inner, text) => {
        if (inner === 4) chainId = Buffer.from(text).toString().slice(0, 100);
      });
    });
  } catch {
    return undefined;
  }
  return chainId === '' ? undefined : chainId;
}

/** Why a chain is not the one of the oracle's network, in words; undefined where it is, or may be. */
export function networkFault(chainId: string | undefined, network: string): string | undefined {
  if (chainId === undefined) return undefined;
  const [actual] = NETWORKS.find(([, pattern]) => pattern.test(chainId)) ?? [];
  if (actual === network || (actual === undefined && network === 'devnet')) return undefined;
  const what = actual === undefined ? '' : `, which is ${actual}`;
  return `the chain is ${chainId}${what}, and NETWORK says ${network}`;
}
