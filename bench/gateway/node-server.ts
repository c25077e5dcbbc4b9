/** The chain node behind both gateways: answers from memory, so that it is never the narrow place. */
import { fromJson, type JsonValue, toBinary } from '@bufbuild/protobuf';
import { startFixtureChain } from '../../plugins/gateway/testing/fixture-chain.js';

const CLAIMS = 100;

async function main(): Promise<void> {
  const { state, types, url } = await startFixtureChain();
  const answer = (service: string, method: string, json: unknown) => {
    const desc = types.getService(service)?.methods.find(({ name }) => name === method);
    if (desc === undefined) throw new Error(`no ${service}/${method}`);
    const message = fromJson(desc.output, json as JsonValue, { registry: types });
    state.canned.set(`/${service}/${method}`, toBinary(desc.output, message));
  };
  answer('ixo.token.v1beta1.Query', 'Params', { params: state.params.token });
  answer('ixo.entity.v1beta1.Query', 'Entity', {
    entity: state.entities[0],
    iidDocument: state.documents[0],
  });
  answer('ixo.claims.v1beta1.Query', 'ClaimList', {
    claims: Array.from({ length: CLAIMS }, (_, index) => ({
      ...state.claims[index % state.claims.length],
      claim_id: `bafkreiclaim${index}`,
    })),
    pagination: { next_key: '/wAAAGQ=' },
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ url });
}

await main();
