import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Principal, RunRequest, ToolRuntime } from '../plugin/index.js';
import { OWNER, startTestAgent, textOf } from './testing/test-agent.js';
import { call, terminals, useTestAgents } from './testing/test-hooks.js';
import { pluginWith, toolThat } from './testing/test-plugins.js';

const start = useTestAgents();

describe('a run that goes on after a wait', () => {
  let dataDir = '';
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'oracle-resumed-'));
    return () => rm(dataDir, { recursive: true, force: true });
  });

  const asked = {
    message: 'Send the report.',
    attachments: [{ name: 'report.txt', mimeType: 'text/plain', url: '/report.txt' }],
    tools: [{ name: 'from_the_page' }],
    metadata: { page: 'reports', row: 7 },
  };
  const delegated: Principal = { ...OWNER, delegation: 'a-delegation-of-the-person' };

  /** A tool that waits for approval and tells what its run knows; a request tool is made of each client tool. */
  function office() {
    const seen: ToolRuntime[] = [];
    const requests: RunRequest[] = [];
    const plugin = pluginWith(
      'office',
      [toolThat('send', (_, rt) => `sent ${seen.push(rt)}`, { approval: 'always' })],
      {
        loading: 'always',
        contribution: {
          requestTools: (request) => {
            requests.push(request);
            return request.tools.map((tool) =>
              toolThat(z.object({ name: z.string() }).parse(tool).name, () => 1),
            );
          },
        },
      },
    );
    return { seen, requests, plugin };
  }

  it('has what the run before had, also after a restart', async () => {
    const before = office();
    const first = await startTestAgent({
      dataDir,
      plugins: [before.plugin],
      script: [call('send', {}, 'c')],
    });
    const session = await first.session();
    const events = await first.chat(session, asked.message, { ...asked, principal: delegated });
    expect(terminals(events)).toMatchObject([{ type: 'interrupted', approvals: [{ id: 'c' }] }]);
    await first.close();
    const stored = await readFile(join(dataDir, 'oracle.db'), 'latin1');
    expect(stored).toContain('report.txt');
    expect(stored).not.toContain(delegated.delegation);

    const after = office();
    const agent = await start({
      dataDir,
      plugins: [after.plugin],
      script: [call('from_the_page'), { text: 'Sent.' }],
    });
    const { runId } = await agent.runs.decide(OWNER, session, [{ id: 'c', approved: true }]);
    expect(textOf(await agent.read(session, runId))).toBe('Sent.');
    expect(after.requests).toEqual([{ ...asked, principal: delegated, sessionId: session }]);
    expect(after.seen).toMatchObject([
      { attachments: asked.attachments, metadata: asked.metadata, principal: delegated },
    ]);
    expect(await agent.store.db.selectFrom('core_runs').select('request').distinct().execute()).toEqual([
      { request: null },
    ]);
  });

  it('prefers the delegation that came with the answer', async () => {
    const { plugin, seen } = office();
    const agent = await start({ plugins: [plugin], script: [call('send', {}, 'c'), { text: 'ok' }] });
    const session = await agent.session();
    await agent.chat(session, 'x', { principal: delegated });
    const newer = { ...OWNER, delegation: 'newer' };
    const { runId } = await agent.runs.decide(newer, session, [{ id: 'c', approved: true }]);
    await agent.read(session, runId);
    expect(seen[0]?.principal.delegation).toBe('newer');
  });

  it('leaves nothing kept when a message comes instead of an answer', async () => {
    const { plugin } = office();
    const agent = await start({ plugins: [plugin], script: [call('send', {}, 'c'), { text: 'never mind' }] });
    const session = await agent.session();
    const kept = async () => [
      await agent.store.db.selectFrom('core_checkpoints').select('thread_id').execute(),
      await agent.store.db.selectFrom('core_runs').select('id').where('request', 'is not', null).execute(),
    ];
    await agent.chat(session, 'x', { principal: delegated });
    expect((await kept()).map((rows) => rows.length)).toEqual([1, 1]);
    await agent.chat(session, 'forget it');
    expect(await kept()).toEqual([[], []]);
  });
});
