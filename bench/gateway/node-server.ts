/** The chain node behind both gateways: answers from memory, so that it is never the narrow place. */
import { create, fromJson, type JsonObject, toBinary } from '@bufbuild/protobuf';
import { AnySchema } from '@bufbuild/protobuf/wkt';
import { readSet } from '../../plugins/gateway/schema/read-set.js';
import { Schema } from '../../plugins/gateway/schema/schema.js';
import { startCannedNode } from '../../plugins/gateway/testing/canned-node.js';
import { buildSdkRest } from '../../plugins/gateway/testing/sdk-rest.js';

const VALIDATORS = 100;
const STAKING = 'cosmos.staking.v1beta1.Query';

const validator = (at: number): JsonObject => ({
  operator_address: `ixovaloper19rl4cm2hmr8afy4kldpxz3fka4jguq0a${String(at).padStart(6, '0')}`,
  status: 'BOND_STATUS_BONDED',
  tokens: String(1_000_000_000 + at),
  delegator_shares: '1000000000000000000000000000',
  description: {
    moniker: `validator ${at}`,
    identity: 'A1B2C3D4E5F60718',
    website: 'https://validator.example.org',
    security_contact: 'security@validator.example.org',
    details: 'Keeps the chain going since its first block, from two places on two continents.',
  },
  unbonding_time: '1970-01-01T00:00:00Z',
  commission: {
    commission_rates: {
      rate: '50000000000000000',
      max_rate: '200000000000000000',
      max_change_rate: '10000000000000000',
    },
    update_time: '2024-01-01T00:00:00.123456789Z',
  },
  min_self_delegation: '1',
});

async function main(): Promise<void> {
  const sdk = await buildSdkRest();
  const { files } = readSet(sdk.described.file);
  const { registry } = new Schema(files);
  const services = files
    .flatMap((file) => file.services)
    .filter(({ typeName }) => !/\breflection\b/.test(typeName));
  const node = await startCannedNode(sdk.described, services);
  const answer = (service: string, method: string, json: JsonObject) => {
    const desc = registry.getService(service)?.methods.find(({ name }) => name === method)?.output;
    if (desc === undefined) throw new Error(`no ${service}/${method}`);
    const message = fromJson(desc, json, { registry });
    // A key, whose type is named as chains name it, which the library would not.
    const key = { typeUrl: '/cosmos.crypto.ed25519.PubKey', value: Buffer.of(10, 32, ...Array(32).fill(7)) };
    const held = message as { validator?: object; validators?: object[] };
    for (const each of held.validators ?? (held.validator ? [held.validator] : []))
      Object.assign(each, { consensusPubkey: create(AnySchema, key) });
    node.answers.set(`/${service}/${method}`, toBinary(desc, message));
  };
  answer('cosmos.bank.v1beta1.Query', 'SupplyOf', { amount: { denom: 'uixo', amount: '1234500000' } });
  answer(STAKING, 'Validator', { validator: validator(1) });
  answer(STAKING, 'Validators', {
    validators: Array.from({ length: VALIDATORS }, (_, at) => validator(at)),
    pagination: { next_key: '/wAAAGQ=' },
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ url: node.url });
}

await main();
