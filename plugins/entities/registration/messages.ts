import { type ChainMessage, decodeMessage, encodeMessage } from '../../gateway/library.js';

/** Where an entity's API is. The chain puts the DID that it gives in place of `{id}`. */
interface Service {
  readonly id: string;
  readonly type: string;
  readonly url: string;
}

export interface NewEntity {
  /** Kept as `alsoKnownAs`: by it and its owner an entity is known again. */
  readonly name: string;
  readonly ownerDid: string;
  readonly ownerAddress: string;
  /** 33 bytes. */
  readonly publicKey: Uint8Array;
  /** DID of the node through which it comes. */
  readonly relayer: string;
  /** DID of the entity that says what an oracle is. */
  readonly protocol: string;
  readonly apiUrl: string;
  readonly from: Date;
}

export const CREATE_ENTITY = '/ixo.entity.v1beta1.MsgCreateEntity';
const ENTITY_TYPE = 'oracle';
const YEARS = 100;

/** `MsgCreateEntity` for an oracle, as ixo's own tools make it. */
export function createEntity(entity: NewEntity): ChainMessage {
  const until = new Date(entity.from);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS);
  return {
    typeUrl: CREATE_ENTITY,
    value: encodeMessage({
      1: ENTITY_TYPE,
      3: [entity.ownerDid],
      4: [context('ixo', 'https://w3id.org/ixo/context/v1'), context('class', entity.protocol)],
      5: verificationsOf(entity.ownerDid, entity),
      6: servicesOf('{id}', entity.apiUrl).map(serviceOf),
      10: timestamp(entity.from),
      11: timestamp(until),
      12: entity.relayer,
      14: entity.ownerDid,
      15: entity.ownerAddress,
      17: entity.name,
    }),
  };
}

/** What a transaction of before says that it created. */
export function createdBy({ typeUrl, value }: ChainMessage): { readonly name: string } | undefined {
  return typeUrl === CREATE_ENTITY ? { name: decodeMessage(value).text(17) } : undefined;
}

/** `MsgCreateIidDocument`: the DID of an account, which must be on the chain before it owns anything. */
export function createDocument(
  did: string,
  signer: Pick<NewEntity, 'ownerAddress' | 'publicKey'>,
): ChainMessage {
  return {
    typeUrl: '/ixo.iid.v1beta1.MsgCreateIidDocument',
    value: encodeMessage({
      1: did,
      2: [did],
      4: verificationsOf(did, signer),
      10: signer.ownerAddress,
    }),
  };
}

/** `#api` and `#ws` of an entity. @param id its DID, or `{id}` */
export function servicesOf(id: string, url: string): readonly Service[] {
  return [
    { id: `${id}#api`, type: 'oracleService', url },
    { id: `${id}#ws`, type: 'wsService', url },
  ];
}

export function addService(did: string, service: Service, signer: string): ChainMessage {
  return {
    typeUrl: '/ixo.iid.v1beta1.MsgAddService',
    value: encodeMessage({ 1: did, 2: serviceOf(service), 3: signer }),
  };
}

export function deleteService(did: string, serviceId: string, signer: string): ChainMessage {
  return {
    typeUrl: '/ixo.iid.v1beta1.MsgDeleteService',
    value: encodeMessage({ 1: did, 2: serviceId, 3: signer }),
  };
}

/** That the key, and the address that is made of it, speak for a DID. */
function verificationsOf(
  did: string,
  { publicKey, ownerAddress }: Pick<NewEntity, 'ownerAddress' | 'publicKey'>,
): Uint8Array[] {
  const hex = Buffer.from(publicKey).toString('hex');
  return [
    // `F` is the multibase letter of upper-case hex; ixo's tools write it before lower case, and its nodes read that.
    { 1: `${did}#${hex}`, 2: 'EcdsaSecp256k1VerificationKey2019', 3: did, 6: `F${hex}` },
    { 1: `${did}#${ownerAddress}`, 2: 'CosmosAccountAddress', 3: did, 4: ownerAddress },
  ].map((method) => encodeMessage({ 1: ['authentication'], 2: encodeMessage(method) }));
}

const context = (key: string, value: string): Uint8Array => encodeMessage({ 1: key, 2: value });
const serviceOf = ({ id, type, url }: Service): Uint8Array => encodeMessage({ 1: id, 2: type, 3: url });
const timestamp = (date: Date): Uint8Array =>
  encodeMessage({ 1: BigInt(Math.floor(date.getTime() / 1_000)) });
