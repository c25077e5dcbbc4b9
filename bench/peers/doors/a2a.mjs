// The same conversation by A2A's own client: `node a2a.mjs <url> <key>`.
import { createPublicKey } from 'node:crypto';
import { AgentCard, Role, taskStateToJSON, verifyAgentCardSignature } from '@a2a-js/sdk';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from '@a2a-js/sdk/client';

const [url, key] = process.argv.slice(2);
const seen = {};
const withKey = (target, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${key}`);
  return fetch(target, { ...init, headers });
};

// A did:key holds its key: base58btc of the multicodec prefix of Ed25519 and 32 bytes.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
function keyOf(did) {
  let number = 0n;
  for (const sign of did.replace('did:key:z', '')) number = number * 58n + BigInt(ALPHABET.indexOf(sign));
  const x = Buffer.from(number.toString(16).padStart(68, '0'), 'hex').subarray(2).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

const told = await (await fetch(`${url}/.well-known/agent-card.json`)).json();
const card = AgentCard.fromJSON(told);
const isSigned = (each) =>
  verifyAgentCardSignature(async (kid) => keyOf(kid))(each).then(
    () => true,
    () => false,
  );
console.debug = () => {};
seen.signed = await isSigned(told);
seen.forged = await isSigned({ ...told, description: 'Another' });
seen.skills = card.skills.map(({ id }) => id);

const factory = new ClientFactory(
  ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ fetchImpl: withKey })],
  }),
);
const client = await factory.createFromUrl(url);
const message = (text, more = {}) => ({
  tenant: '',
  message: {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  },
  configuration: undefined,
  metadata: undefined,
});
const taskIn = (answer) => answer.task ?? answer.payload?.value ?? answer;
const stateOf = (task) => taskStateToJSON(task.status.state);
const wordsOf = ({ artifacts }) => artifacts.map(({ parts }) => parts.map(({ content }) => content.value).join(''));

const watered = taskIn(await client.sendMessage(message('Water three beds')));
seen.said = wordsOf(watered);
seen.state = stateOf(watered);

const kinds = new Set();
let asked;
for await (const event of client.sendMessageStream(message('Open the shed'))) {
  const kind = event.payload?.$case ?? Object.keys(event)[0];
  const value = event.payload?.value ?? event[kind];
  kinds.add(kind);
  asked = { id: value.taskId ?? value.id, contextId: value.contextId, state: value.status ? stateOf(value) : asked?.state };
}
seen.asked = asked.state;
const decided = taskIn(
  await client.sendMessage(message('yes', { taskId: asked.id, contextId: asked.contextId })),
);
seen.decided = [stateOf(decided), decided.id === asked.id];
seen.got = stateOf(await client.getTask({ tenant: '', id: asked.id }));
const broken = [];
for await (const event of client.sendMessageStream(message('Break'))) {
  const value = event.payload?.value ?? Object.values(event)[0];
  kinds.add(event.payload?.$case ?? Object.keys(event)[0]);
  if (value.status) broken.push(stateOf(value));
}
seen.broken = broken.at(-1);
seen.kinds = [...kinds];
console.log(JSON.stringify(seen));
