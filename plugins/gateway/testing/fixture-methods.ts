import { setTimeout as sleep } from 'node:timers/promises';
import { create, fromBinary, fromJson, type JsonValue, type Registry, toBinary } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { found, type JsonAnswer, page, pageOf, Status } from './fixture-answers.js';
import type { FixtureState, Json } from './fixture-data.js';
import { serveNetwork } from './fixture-network.js';

export interface FixtureCall {
  readonly request: Uint8Array;
  readonly metadata: ReadonlyMap<string, string>;
}

export type FixtureMethod = (call: FixtureCall) => Promise<Uint8Array>;

/** The methods of the fixture chain by path, over state that may change while it runs. */
export function fixtureMethods(types: Registry, state: FixtureState): Map<string, FixtureMethod> {
  const methods = new Map<string, FixtureMethod>();

  function message(typeName: string) {
    const desc = types.getMessage(typeName);
    if (desc === undefined) throw new Error(`no type ${typeName}`);
    return desc;
  }
  /** A method from ProtoJSON to ProtoJSON. */
  function serve(service: string, method: string, answer: JsonAnswer): void {
    const desc = types.getService(service)?.methods.find(({ name }) => name === method);
    if (desc === undefined) throw new Error(`no method ${service}/${method}`);
    methods.set(`/${service}/${method}`, async ({ request }) => {
      const value = fromBinary(desc.input, request);
      const fields: Json = {};
      const view = reflect(desc.input, value);
      for (const field of desc.input.fields) {
        if (field.fieldKind === 'scalar') fields[field.name] = String(view.get(field));
        if (field.name === 'pagination')
          fields['pagination'] = pageOf(view.isSet(field) ? view.get(field) : undefined);
      }
      const made = fromJson(desc.output, (await answer(fields)) as JsonValue, { registry: types });
      return toBinary(desc.output, made);
    });
  }

  const entityQuery = 'ixo.entity.v1beta1.Query';
  const entityOf = (id: unknown) => found(state.entities, 'id', id, 'entity not found');
  const documentOf = (id: unknown) => found(state.documents, 'id', id, 'did document not found');
  serve(entityQuery, 'Params', () => ({ params: state.params.entity }));
  serve(entityQuery, 'Entity', ({ id }) => ({ entity: entityOf(id), iidDocument: documentOf(id) }));
  serve(entityQuery, 'EntityMetaData', ({ id }) => ({ entity: entityOf(id) }));
  serve(entityQuery, 'EntityIidDocument', ({ id }) => ({ iidDocument: documentOf(id) }));
  serve(entityQuery, 'EntityVerified', ({ id }) => ({
    entity_verified: entityOf(id)['entity_verified'] === true,
  }));
  serve(entityQuery, 'EntityList', ({ pagination }) => page(state.entities, 'entities', pagination));
  const iid = 'ixo.iid.v1beta1.Query';
  serve(iid, 'IidDocument', ({ id }) => ({ iidDocument: documentOf(id) }));
  serve(iid, 'IidDocuments', ({ pagination }) => page(state.documents, 'iidDocuments', pagination));
  const claims = 'ixo.claims.v1beta1.Query';
  serve(claims, 'Params', () => ({ params: state.params.claims }));
  serve(claims, 'Collection', ({ id }) => ({
    collection: found(state.collections, 'id', id, 'collection not found'),
  }));
  serve(claims, 'CollectionList', ({ pagination }) => page(state.collections, 'collections', pagination));
  serve(claims, 'Claim', ({ id }) => ({ claim: found(state.claims, 'claim_id', id, 'claim not found') }));
  serve(claims, 'ClaimList', ({ pagination }) => page(state.claims, 'claims', pagination));
  serve(claims, 'Dispute', ({ proof }) => {
    const dispute = state.disputes.find(({ data }) => (data as Json)['proof'] === proof);
    if (dispute === undefined) throw new Status(5, 'dispute not found');
    return { dispute };
  });
  serve(claims, 'DisputeList', ({ pagination }) => page(state.disputes, 'disputes', pagination));
  const token = 'ixo.token.v1beta1.Query';
  serve(token, 'Params', () => ({ params: state.params.token }));
  serve(token, 'TokenMetadata', ({ id }) => ({
    name: `Token ${id}`,
    decimals: '0',
    properties: { cap: '0' },
  }));
  serve(token, 'TokenList', ({ minter, pagination }) =>
    page(
      state.tokens.filter((each) => each['minter'] === minter),
      'tokenDocs',
      pagination,
    ),
  );
  serve(token, 'TokenDoc', ({ minter, contract_address }) => {
    const doc = state.tokens.find(
      (each) => each['minter'] === minter && each['contract_address'] === contract_address,
    );
    if (doc === undefined) throw new Status(5, 'token not found');
    return { tokenDoc: doc };
  });

  methods.set('/cosmos.auth.v1beta1.Query/Account', async ({ request }) => {
    const address = text(message('cosmos.auth.v1beta1.QueryAccountRequest'), request, 'address');
    const account = found(state.accounts, 'address', address, 'account not found');
    const base = message('cosmos.auth.v1beta1.BaseAccount');
    // Made by hand, because the library writes a host before the name of the type, which no chain does.
    const any = Buffer.concat([
      lengthDelimited(1, Buffer.from(`/${base.typeName}`)),
      lengthDelimited(2, toBinary(base, fromJson(base, account))),
    ]);
    return lengthDelimited(1, any);
  });
  const bank = 'cosmos.bank.v1beta1.Query';
  const coinsOf = (owner: unknown) =>
    state.balances
      .filter(({ address }) => address === owner)
      .map(({ denom, amount }): Json => ({ denom, amount }));
  serve(bank, 'Balance', ({ address, denom }) => ({
    balance: coinsOf(address).find((coin) => coin['denom'] === denom) ?? {
      denom: String(denom),
      amount: '0',
    },
  }));
  serve(bank, 'AllBalances', ({ address, pagination }) => page(coinsOf(address), 'balances', pagination));

  serveNetwork(serve, state);

  const echoResponse = message('fixture.EchoResponse');
  const [requestField, metadataField] = echoResponse.fields;
  const echo: FixtureMethod = async ({ request, metadata }) => {
    const answer = reflect(echoResponse, create(echoResponse));
    const input = message('fixture.EchoRequest');
    if (requestField === undefined || metadataField?.fieldKind !== 'list') throw new Error('fields moved');
    answer.set(requestField, reflect(input, fromBinary(input, request)));
    const list = answer.get(metadataField);
    for (const [name, value] of metadata) list.add(`${name}: ${value}`);
    return toBinary(echoResponse, answer.message);
  };
  methods.set('/fixture.Query/Echo', echo);
  methods.set('/fixture.Query/Item', echo);
  methods.set('/fixture.Query/Kinds', async ({ request }) => {
    const name = text(message('fixture.KindsRequest'), request, 'name');
    const kinds = state.kinds.get(name);
    if (kinds === undefined) throw new Status(5, `no kinds ${name}`);
    return kinds;
  });
  methods.set('/fixture.Query/Fail', async ({ request }) => {
    const input = message('fixture.FailRequest');
    const code = Number(text(input, request, 'code'));
    const detail = text(input, request, 'detail');
    const words = text(input, request, 'message') || 'as told';
    throw new Status(code, words, detail === '0' ? undefined : details(code, words, detail === '1'));
  });
  methods.set('/fixture.Query/Sleep', async ({ request }) => {
    await sleep(Number(text(message('fixture.SleepRequest'), request, 'ms')), undefined, { ref: false });
    return new Uint8Array();
  });
  methods.set('/fixture.Query/Big', async ({ request }) => {
    const size = Number(text(message('fixture.BigRequest'), request, 'bytes'));
    const made = fromJson(echoResponse, { request: { text: 'x'.repeat(size) } });
    return toBinary(echoResponse, made);
  });
  return methods;

  /** google.rpc.Status with one Any, of a type that the chain has or of one that nobody has. */
  function details(code: number, words: string, known: boolean): Uint8Array {
    const nested = message('fixture.Nested');
    const value = known
      ? toBinary(nested, fromJson(nested, { text: 'why', number: 7 }))
      : Uint8Array.of(8, 1);
    const any = Buffer.concat([
      lengthDelimited(1, Buffer.from(`type.googleapis.com/${known ? 'fixture.Nested' : 'nobody.Knows'}`)),
      lengthDelimited(2, value),
    ]);
    return Buffer.concat([
      Buffer.of(8, code),
      lengthDelimited(2, Buffer.from(words)),
      lengthDelimited(3, any),
    ]);
  }
}

function lengthDelimited(field: number, bytes: Uint8Array): Buffer {
  if (bytes.length > 127) throw new Error('too long for this helper');
  return Buffer.concat([Buffer.of((field << 3) | 2, bytes.length), bytes]);
}

type Message = NonNullable<ReturnType<Registry['getMessage']>>;

function text(desc: Message, request: Uint8Array, name: string): string {
  const field = desc.fields.find((each) => each.name === name);
  if (field === undefined) throw new Error(`no field ${name}`);
  return String(reflect(desc, fromBinary(desc, request)).get(field));
}
