import { type DescField, type DescMessage, getOption, hasOption, type Registry } from '@bufbuild/protobuf';
import type { MessageSource } from './random-messages.js';

/** What a node sends in an Any for which no interface is declared: the messages of a transaction. */
const MESSAGES = [
  'cosmos.bank.v1beta1.MsgSend',
  'cosmwasm.wasm.v1.MsgExecuteContract',
  'ibc.core.client.v1.MsgUpdateClient',
];

/** Messages as the SDK's nodes send them: what lies in an Any implements the interface that its field accepts. */
export function sdkSource(types: Registry, full: boolean): MessageSource {
  const accepts = types.getExtension('cosmos_proto.accepts_interface');
  const implementsOption = types.getExtension('cosmos_proto.implements_interface');
  if (accepts === undefined || implementsOption === undefined) throw new Error('the set lacks cosmos_proto');
  const implementers = new Map<string, DescMessage[]>();
  for (const type of types) {
    if (type.kind !== 'message' || !hasOption(type, implementsOption)) continue;
    for (const name of [getOption(type, implementsOption)].flat().map(String)) {
      implementers.set(name, [...(implementers.get(name) ?? []), type]);
    }
  }
  const others = MESSAGES.map((name) => types.getMessage(name)).filter((each) => each !== undefined);
  return {
    full,
    inside(field: DescField | undefined) {
      if (field === undefined || !hasOption(field, accepts)) return others;
      return implementers.get(String(getOption(field, accepts))) ?? others;
    },
  };
}
