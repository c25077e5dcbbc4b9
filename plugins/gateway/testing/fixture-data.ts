/** What the fixture chain holds, as ProtoJSON by record. All of it may be changed while the chain runs. */
export interface FixtureState {
  entities: Json[];
  documents: Json[];
  collections: Json[];
  claims: Json[];
  disputes: Json[];
  tokens: Json[];
  accounts: Json[];
  /** Each with the address that it belongs to. */
  balances: { address: string; denom: string; amount: string }[];
  validators: Json[];
  /** Metadata of denominations, by `base`. */
  metadata: Json[];
  supply: { denom: string; amount: string }[];
  /** As a node's index tells them, each with the events that it is found by, such as `message.sender='ixo1…'`. */
  transactions: { events: string[]; response: Json }[];
  /** What the modules of the SDK and of ixo mint. */
  minting: { inflation: string; provisions: string };
  /** `fixture.KindsResponse` by name, in wire format. */
  kinds: Map<string, Uint8Array>;
  /** Answers in wire format by path of a method, before anything else is asked. */
  canned: Map<string, Uint8Array>;
  /** How many more calls of a path fail with 14. */
  unavailable: Map<string, number>;
  params: { entity: Json; claims: Json; token: Json };
}

export type Json = { [key: string]: JsonValue };
type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

const OWNER = 'did:x:zQ3shOwner';
const ACCOUNT = 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx';

/** An entity of that id, controlled by `controller`. */
function entity(id: string, type: string, changes: Json = {}): Json {
  return {
    id,
    type,
    status: 0,
    start_date: '2024-01-01T00:00:00Z',
    relayer_node: 'did:ixo:entity:relayer',
    credentials: [],
    entity_verified: true,
    metadata: { version_id: 'v1', created: '2024-01-01T00:00:00Z', updated: '2024-06-01T12:30:00.5Z' },
    accounts: [{ name: 'admin', address: ACCOUNT }],
    ...changes,
  };
}

/** The DID document of that id. */
function document(id: string, changes: Json = {}): Json {
  return {
    id,
    context: [{ key: 'ixo', val: 'https://w3id.org/ixo/v1' }],
    controller: [OWNER],
    verificationMethod: [
      {
        id: `${id}#key-1`,
        type: 'Ed25519VerificationKey2020',
        controller: id,
        publicKeyMultibase: 'z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
      },
    ],
    service: [{ id: `${id}#api`, type: 'oracleService', serviceEndpoint: 'https://oracle.example.org' }],
    authentication: [`${id}#key-1`],
    alsoKnownAs: '',
    metadata: { versionId: 'v1', created: '2024-01-01T00:00:00Z', updated: '2024-06-01T12:30:00Z' },
    ...changes,
  };
}

/** A claim of a collection. */
function claim(id: string, collection: string, status?: string): Json {
  const evaluation = status && {
    claim_id: id,
    collection_id: collection,
    oracle: 'did:ixo:entity:oracle',
    agent_did: 'did:x:zEvaluator',
    agent_address: 'ixo1evaluator',
    status,
    reason: 1,
    verification_proof: 'bafkreiproof',
    evaluation_date: '2024-03-02T00:00:00Z',
    amount: [{ denom: 'uixo', amount: '1000000' }],
  };
  return {
    collection_id: collection,
    agent_did: 'did:x:zAgent',
    agent_address: 'ixo1agent',
    submission_date: '2024-03-01T00:00:00Z',
    claim_id: id,
    ...(evaluation ? { evaluation } : {}),
    payments_status: { submission: 'PAID' },
  };
}

/** A validator with so much staked. */
function validator(name: string, tokens: string, changes: Json = {}): Json {
  return {
    operator_address: `ixovaloper1${name}`,
    status: 'BOND_STATUS_BONDED',
    tokens,
    description: { moniker: name },
    commission: { commission_rates: { rate: '50000000000000000' } },
    ...changes,
  };
}

/** A transaction of one message at a height. */
function transaction(height: number, events: string[], code = 0): FixtureState['transactions'][number] {
  const sent = { '@type': '/cosmos.tx.v1beta1.MsgPaid', from: 'ixo1minter' };
  const body = { messages: [sent], memo: 'rent' };
  const auth = { fee: { amount: [{ denom: 'uixo', amount: '5' }] } };
  return {
    events,
    response: {
      height: String(height),
      txhash: `HASH${height}${events.length}`,
      code,
      timestamp: '2024-03-01T00:00:00Z',
      tx: { '@type': '/cosmos.tx.v1beta1.Tx', body, auth_info: auth },
    },
  };
}

/** A small chain: five entities, two collections with claims, a token. */
export function fixtureState(): FixtureState {
  const ids = ['abc', 'oracle', 'project', 'protocol', 'relayer'].map((name) => `did:ixo:entity:${name}`);
  const collection = (id: string, state: string): Json => ({
    id,
    entity: 'did:ixo:entity:abc',
    admin: 'ixo1admin',
    protocol: 'did:ixo:entity:protocol',
    start_date: '2024-01-01T00:00:00Z',
    quota: '1000',
    count: '4',
    evaluated: '3',
    approved: '1',
    rejected: '1',
    disputed: '1',
    state,
    payments: {
      submission: { account: 'ixo1pay', amount: [{ denom: 'uixo', amount: '5' }], timeout_ns: '3600s' },
    },
    signer: 'ixo1signer',
  });
  return {
    entities: ids.map((id, index) => entity(id, index === 0 ? 'project/carbon' : 'asset/device')),
    documents: ids.map((id) => document(id)),
    collections: [collection('12', 'OPEN'), collection('13', 'CLOSED')],
    claims: [
      claim('claim-open-1', '12'),
      claim('claim-approved', '12', 'APPROVED'),
      claim('claim-rejected', '12', 'REJECTED'),
      claim('claim-open-2', '12', 'PENDING'),
      claim('claim-elsewhere', '13'),
    ],
    disputes: [
      { subject_id: 'claim-rejected', type: 1, data: { uri: 'ipfs://a', type: 'x', proof: 'bafyproof' } },
    ],
    tokens: [
      {
        minter: 'ixo1minter',
        contract_address: 'ixo1contract',
        class: 'did:ixo:entity:protocol',
        name: 'CARBON',
        description: 'A tonne of carbon dioxide & <more>',
        type: 'ixo1155',
        cap: '0',
        supply: '18446744073709551615',
        retired: [{ id: 'r1', reason: 'offset', jurisdiction: 'ZA', amount: '7', owner: 'ixo1owner' }],
      },
    ],
    accounts: [{ address: ACCOUNT, account_number: '18446744073709551615', sequence: '7' }],
    balances: [
      { address: ACCOUNT, denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F', amount: '340282366920938463463' },
      { address: ACCOUNT, denom: 'uixo', amount: '12' },
      { address: 'ixo1minter', denom: 'uixo', amount: '1' },
    ],
    validators: [
      validator('small', '100'),
      validator('large', '300'),
      validator('jailed', '50', { jailed: true, status: 'BOND_STATUS_UNBONDING' }),
      validator('idle', '7', { status: 'BOND_STATUS_UNBONDED' }),
    ],
    metadata: [
      {
        base: 'uixo',
        display: 'ixo',
        symbol: 'IXO',
        denom_units: [{ denom: 'uixo' }, { denom: 'ixo', exponent: 6 }],
      },
    ],
    supply: [
      { denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F', amount: '7' },
      { denom: 'uixo', amount: '1234500000' },
    ],
    transactions: [
      transaction(3, ["message.sender='ixo1minter'"]),
      transaction(9, ["transfer.recipient='ixo1minter'"]),
      transaction(5, ["message.sender='ixo1minter'", "transfer.recipient='ixo1minter'"], 11),
    ],
    minting: { inflation: '71200000000000000', provisions: '236850000000000000000000' },
    kinds: new Map(),
    canned: new Map(),
    unavailable: new Map(),
    params: {
      entity: { nftContractAddress: 'ixo1nft', nftContractMinter: 'ixo1minter', createSequence: '42' },
      claims: {
        collection_sequence: '18446744073709551615',
        ixo_account: 'ixo1account',
        network_fee_percentage: '547945205479452055',
        node_fee_percentage: '10000000000000000000',
      },
      token: { ixo1155_contract_code: '25' },
    },
  };
}
