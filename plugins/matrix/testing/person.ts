import { setTimeout as sleep } from 'node:timers/promises';
import type { MatrixClient, MatrixEvent } from 'matrix-js-sdk';
import { timeLimit } from 'oracle-runtime/kit';
import { homeserverAt } from '../account/homeserver.js';
import { logIn } from '../account/sign-in.js';
import { encryptFile } from '../attachments/ciphertext.js';
import { readFile, storeFile } from '../attachments/media.js';
import { quietLogger } from '../connection/quiet-logger.js';
import { silenceConsole } from '../connection/silence-console.js';
import { readMessage } from '../rooms/message.js';
import type { Synapse } from './synapse.js';

const WAIT_MS = 20_000;

/** What somebody sees of a message: what it says now, and how. */
export interface Seen {
  readonly id: string;
  readonly sender: string;
  readonly text: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly threadId: string | undefined;
  readonly encrypted: boolean;
  readonly edits: number;
}

/** Somebody at a client of their own, that of the SDK. */
export interface Person {
  readonly userId: string;
  readonly client: MatrixClient;
  /** A room with those invited; resolves once all have joined. */
  room(invited: readonly string[], options?: { readonly encrypted?: boolean }): Promise<string>;
  /** Says it; returns the event's id. */
  say(roomId: string, text: string, more?: object): Promise<string>;
  /** Sends a file, encrypted where the room is. */
  send(roomId: string, name: string, mimeType: string, bytes: Buffer): Promise<void>;
  /** The content of a file that was sent. */
  open(message: Seen): Promise<Buffer>;
  /** @returns the id of the reaction */
  react(roomId: string, eventId: string, key: string): Promise<string>;
  takeBack(roomId: string, eventId: string): Promise<void>;
  seen(roomId: string): readonly Seen[];
  /** The first message that fits, once there is one. */
  sees(roomId: string, fits: (message: Seen) => boolean): Promise<Seen>;
  close(): void;
}

/** Registers somebody and signs them in. */
export async function person(synapse: Synapse, name: string): Promise<Person> {
  await silenceConsole();
  const sdk = await import('matrix-js-sdk');
  const userId = await synapse.register(name);
  const server = homeserverAt(synapse.url);
  const signedIn = await logIn(server, { userId, password: `secret of ${name}`, deviceId: undefined });
  const none = () => undefined;
  const silent = { debug: none, info: none, warn: none, error: none, child: () => silent };
  const client = sdk.createClient({ baseUrl: synapse.url, ...signedIn, logger: quietLogger(silent) });
  await client.initRustCrypto({ useIndexedDB: false });
  const prepared = new Promise<void>((resolve) => {
    client.on(sdk.ClientEvent.Sync, (state) => {
      if (state === sdk.SyncState.Prepared) resolve();
    });
  });
  client.on(sdk.RoomMemberEvent.Membership, (_event, member) => {
    if (member.userId === userId && member.membership === 'invite') void client.joinRoom(member.roomId);
  });
  await client.startClient({ initialSyncLimit: 20 });
  await prepared;

  const events = (roomId: string) => client.getRoom(roomId)?.getLiveTimeline().getEvents() ?? [];
  const seen = (roomId: string): Seen[] => {
    const all = events(roomId).filter((event) => event.getType() === 'm.room.message');
    const isEdit = (event: MatrixEvent) => event.getWireContent()['m.relates_to']?.rel_type === 'm.replace';
    return all
      .filter((event) => !isEdit(event))
      .map((event) => {
        const edits = all.filter(
          (each) => isEdit(each) && each.getWireContent()['m.relates_to']?.event_id === event.getId(),
        );
        const latest = edits.at(-1)?.getOriginalContent()['m.new_content'];
        const content = (latest ?? event.getOriginalContent()) as Record<string, unknown>;
        const relation = event.getWireContent()['m.relates_to'];
        return {
          id: event.getId() ?? '',
          sender: event.getSender() ?? '',
          text: String(content['body']),
          content,
          threadId: relation?.rel_type === 'm.thread' ? relation.event_id : undefined,
          encrypted: event.isEncrypted(),
          edits: edits.length,
        };
      });
  };

  return {
    userId,
    client,
    async room(invited, { encrypted = false } = {}) {
      const { room_id: roomId } = await client.createRoom({
        invite: [...invited],
        preset: sdk.Preset.PrivateChat,
        ...(encrypted && {
          initial_state: [
            { type: 'm.room.encryption', state_key: '', content: { algorithm: 'm.megolm.v1.aes-sha2' } },
          ],
        }),
      });
      await until(() => client.getRoom(roomId)?.getJoinedMemberCount() === invited.length + 1);
      return roomId;
    },
    async say(roomId, text, more = {}) {
      const content = { msgtype: 'm.text', body: text, ...more };
      return (await client.sendEvent(roomId, null, 'm.room.message' as never, content as never)).event_id;
    },
    async send(roomId, name, mimeType, bytes) {
      const secret = client.getRoom(roomId)?.hasEncryptionStateEvent() ? encryptFile(bytes) : undefined;
      const url = await storeFile(client, secret?.bytes ?? bytes, mimeType, timeLimit(WAIT_MS));
      const file = secret === undefined ? { url } : { file: { ...secret.file, url } };
      const content = {
        msgtype: 'm.file',
        body: name,
        filename: name,
        info: { mimetype: mimeType },
        ...file,
      };
      await client.sendEvent(roomId, null, 'm.room.message' as never, content as never);
    },
    async open({ content }) {
      const self = { userId, names: [] };
      const file = readMessage(content, self)?.file;
      if (file === undefined) throw new Error('There is no file in this message.');
      const { url } = await readFile(client, file, 1_000_000, timeLimit(WAIT_MS));
      return Buffer.from(url.split(',')[1] ?? '', 'base64');
    },
    async react(roomId, eventId, key) {
      const content = { 'm.relates_to': { rel_type: 'm.annotation', event_id: eventId, key } };
      return (await client.sendEvent(roomId, null, 'm.reaction' as never, content as never)).event_id;
    },
    async takeBack(roomId, eventId) {
      await client.redactEvent(roomId, eventId);
    },
    seen,
    async sees(roomId, fits) {
      await until(
        () => seen(roomId).some(fits),
        () => JSON.stringify(seen(roomId), null, 1),
      );
      return seen(roomId).find(fits) as Seen;
    },
    close: () => client.stopClient(),
  };
}

/** Waits until it holds. @throws Error with what there is, when it never does */
export async function until(
  holds: () => boolean | undefined,
  what: () => string = () => '',
  ms = WAIT_MS,
): Promise<void> {
  const end = Date.now() + ms;
  while (holds() !== true) {
    if (Date.now() > end) throw new Error(`It did not come about within ${ms} ms. ${what()}`);
    await sleep(50);
  }
}
