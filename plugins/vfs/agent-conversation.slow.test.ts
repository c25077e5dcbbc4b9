import { sha256Hex } from 'oracle-runtime/kit';
import type { Principal } from 'oracle-runtime/plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileService } from './service.js';
import { startAppWithConsumer } from './testing/app-with-consumer.js';
import type { Json, VfsApp } from './testing/vfs-app.js';

describe('files in a conversation without a model', () => {
  let vfs: VfsApp;
  let files: FileService;
  let owner: Principal;
  beforeAll(async () => {
    ({ vfs, files, owner } = await startAppWithConsumer());
  });
  afterAll(() => vfs.close());

  it('serves a conversation, and publishes only what the person approved', async () => {
    const key = await vfs.key('chat', 'fs/write', 'fs/delete');
    const { sessionId } = (await key('POST', '/sessions')).json as unknown as { sessionId: string };
    const say = (message: string) => key('POST', `/messages/${sessionId}`, { body: { message } });
    const tools = (json: Json) =>
      (json['toolCalls'] as unknown as { name: string; status: string; output?: unknown }[]).filter(
        ({ name }) => name.startsWith('vfs_'),
      );
    await say('Save a file "/chat/note.txt" with the content "call the auditor"');
    const saved = await say('yes');
    expect(tools(saved.json)).toMatchObject([{ name: 'vfs_write', status: 'done' }]);
    const asked = await say('Publish /chat/note.txt');
    expect(asked.json).toMatchObject({
      finishReason: 'interrupted',
      approvals: [{ tool: 'vfs_set_public' }],
    });
    const file = await files.stat(owner, '/chat/note.txt');
    expect(file).toMatchObject({ public: false });
    const decisions = (asked.json['approvals'] as unknown as { id: string }[]).map(({ id }) => ({
      id,
      approved: true,
    }));
    const approved = await key('POST', `/messages/${sessionId}/approvals`, { body: { decisions } });
    expect(approved.json['finishReason']).toBe('stop');
    const link = await vfs.anyone('GET', `/public/id/${file?.id}`);
    expect([link.status, link.text]).toEqual([200, 'call the auditor']);
  });

  it('saves the file that the message brings, as it is, and asks for a text where it brings none', async () => {
    const key = await vfs.key('chat', 'fs/write', 'fs/read');
    const { sessionId } = (await key('POST', '/sessions')).json as unknown as { sessionId: string };
    const bytes = Buffer.from([0x50, 0x4b, 3, 4, 0, 255, 10]);
    const url = `data:application/octet-stream;base64,${bytes.toString('base64')}`;
    const attachments = [{ name: 'valley.xlsx', mimeType: 'application/octet-stream', url }];
    const message = 'Save the attached file as /registries/valley.xlsx';
    await key('POST', `/messages/${sessionId}`, { body: { message, attachments } });
    await key('POST', `/messages/${sessionId}`, { body: { message: 'yes' } });
    const { entry } = await files.read(owner, '/registries/valley.xlsx');
    expect(entry).toMatchObject({ size: bytes.length, contentHash: sha256Hex(bytes) });
    const other = (await key('POST', '/sessions')).json as unknown as { sessionId: string };
    const asked = await key('POST', `/messages/${other.sessionId}`, {
      body: { message: 'Write the file /registries/note.txt' },
    });
    expect(asked.json['content']).toContain('I still need **content**');
  });

  it('brings nothing into a public folder by the way, and moves and deletes folders only when the person approves', async () => {
    const key = await vfs.key('chat', 'fs/write', 'fs/delete');
    const { sessionId } = (await key('POST', '/sessions')).json as unknown as { sessionId: string };
    const say = async (message: string) =>
      (await key('POST', `/messages/${sessionId}`, { body: { message } })).json;
    const vfsCalls = (json: Json) =>
      (json['toolCalls'] as unknown as { name: string; status: string; error?: string }[]).filter(
        ({ name }) => name.startsWith('vfs_'),
      );
    await files.write(owner, '/quiet/plan.txt', Buffer.from('secret plan'));
    await files.write(owner, '/quiet/folder/a.txt', Buffer.from('secret too'));
    await key('PUT', '/api/fs/folders/public?path=/open&public=true');
    const decide = (asked: Json, approved: boolean) =>
      key('POST', `/messages/${sessionId}/approvals`, {
        body: {
          decisions: (asked['approvals'] as unknown as { id: string }[]).map(({ id }) => ({ id, approved })),
        },
      });
    for (const message of [
      'Move /quiet/plan.txt to /open/deep/plan.txt',
      'Save a file /open/new.txt with the content "secret"',
      'Move /quiet/folder to /open/folder',
    ]) {
      await say(message);
      const calls = vfsCalls(await say('yes'));
      expect(calls, message).toMatchObject([{ status: 'error' }]);
    }
    const listed = await vfs.anyone('GET', `/public/list/${vfs.namespace}?path=/open`);
    expect(listed.json['files']).toEqual([]);
    expect(await files.stat(owner, '/quiet/plan.txt')).toMatchObject({ public: false });

    await say('Move /quiet/plan.txt to /open/plan.txt with publish');
    const asked = await say('yes');
    expect(asked).toMatchObject({ finishReason: 'interrupted', approvals: [{ tool: 'vfs_move' }] });
    await decide(asked, true);
    expect((await vfs.anyone('GET', `/public/${vfs.namespace}/open/plan.txt`)).text).toBe('secret plan');
    // What is public already may move about in public once its new name is allowed; a folder asks wherever it goes.
    await say('Move /open/plan.txt to /open/b/plan.txt');
    const renamed = await say('yes');
    expect(renamed['approvals']).toMatchObject([
      {
        summary: expect.stringContaining('The folder /open is public: what comes into it can be downloaded'),
      },
    ]);
    expect(vfsCalls((await decide(renamed, true)).json)).toMatchObject([{ status: 'done' }]);
    await say('Move /quiet/folder to /quiet/other');
    const inside = await say('yes');
    expect(inside['approvals']).toMatchObject([
      { summary: 'vfs: Move the folder /quiet/folder with 1 file to /quiet/other' },
    ]);
    expect(vfsCalls((await decide(inside, true)).json)).toMatchObject([{ status: 'done' }]);
    const deletion = await say('Delete /quiet/other');
    expect(deletion['approvals']).toMatchObject([
      { summary: 'vfs: Put the folder /quiet/other with 1 file into the trash' },
    ]);
    expect(vfsCalls((await decide(deletion, false)).json)).toMatchObject([{ status: 'error' }]);
    expect(await files.stat(owner, '/quiet/other/a.txt')).toBeDefined();
  });
});
