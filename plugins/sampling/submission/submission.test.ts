import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base58btc } from 'multiformats/bases/base58';
import { signDocument, verifyDocument } from 'oracle-runtime/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { recordAuthorityDraw } from './authority-draw.js';
import { projectListCsv } from './project-list-csv.js';
import { sendSubmission } from './send-submission.js';
import { packSubmission, type SubmissionRequest } from './submission-document.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const MADE = {
  submissionId: 'submission-1',
  submitter: 'did:key:alice',
  createdAt: '2024-04-02T00:00:00.000Z',
};
const REQUEST: SubmissionRequest = {
  projects: [
    { projectId: 'did:ixo:project/zulu', status: 'planned', name: 'Zulu, "phase 2"' },
    { projectId: 'did:ixo:project/alpha', status: 'active', designId: 'design-1' },
    { projectId: 'did:ixo:project/mike', status: 'active', name: '=1+1' },
  ],
  monitoringPeriod: '2024-Q1',
  erCoverage: 0.85,
  references: [{ title: 'Baseline survey', uri: 'https://example.org/baseline.pdf' }],
};

it('writes out in its CSV what cannot be seen in a name', () => {
  const csv = projectListCsv(
    [{ projectId: 'did:ixo:project/a', name: 'a\u202eb\nc', status: 'active' }],
    '2024-Q1',
    0.85,
  );
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toContain('a\\u{202e}b\\nc');
});

describe('a submission document', () => {
  const designs = new Map([
    [
      'design-1',
      { designId: 'design-1', status: 'approved', calculatedSize: 95, adjustedSize: 112, trail: null },
    ],
  ]);
  const document = packSubmission(REQUEST, MADE, designs);

  it('lists projects sorted, counted, with their designs and the days of the period', () => {
    expect(document.projects.map(({ projectId }) => projectId.split('/')[1])).toEqual([
      'alpha',
      'mike',
      'zulu',
    ]);
    expect(document.projects[0]?.design).toEqual(designs.get('design-1'));
    expect(document.counts).toEqual({ active: 2, planned: 1 });
    expect(document.monitoringPeriod).toEqual({ label: '2024-Q1', from: '2024-01-01', to: '2024-03-31' });
  });

  it('has the hash of its list and of its CSV, whatever the order of the request', () => {
    const ids = ['alpha', 'mike', 'zulu'].map((id) => `did:ixo:project/${id}\n`).join('');
    expect(document.projectListSha256).toBe(sha256(ids));
    expect(document.csvSha256).toBe(sha256(projectListCsv(document.projects, '2024-Q1', 0.85)));
    const again = packSubmission({ ...REQUEST, projects: [...REQUEST.projects].reverse() }, MADE, designs);
    expect(again).toEqual(document);
  });

  it('quotes its CSV and defuses formulas', () => {
    expect(projectListCsv(document.projects, '2024-Q1', 0.85)).toBe(
      [
        'number,projectId,name,status,designId,monitoringPeriod,erCoverage',
        '1,did:ixo:project/alpha,,active,design-1,2024-Q1,0.85',
        "2,did:ixo:project/mike,'=1+1,active,,2024-Q1,0.85",
        '3,did:ixo:project/zulu,"Zulu, ""phase 2""",planned,,2024-Q1,0.85',
        '',
      ].join('\r\n'),
    );
  });

  it('lists every fault at once', () => {
    const [first] = REQUEST.projects;
    if (!first) expect.unreachable();
    const bad = {
      ...REQUEST,
      monitoringPeriod: 'Q1',
      projects: [first, first],
      references: [{ title: 'x', uri: 'here' }],
    };
    expect(() => packSubmission(bad, MADE)).toThrowError(
      expect.objectContaining({
        code: 'invalid_request',
        errors: [
          expect.objectContaining({ field: 'monitoringPeriod' }),
          expect.objectContaining({ field: 'projects.1.projectId' }),
          expect.objectContaining({ field: 'references.0.uri' }),
        ],
      }),
    );
    expect(() => packSubmission({ ...REQUEST, projects: [first, first] }, MADE)).toThrowError(
      expect.objectContaining({ code: 'conflict' }),
    );
  });

  it('is signed so that a stranger can verify it, and any change shows', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const did = `did:key:${base58btc.encode(Uint8Array.from([0xed, 0x01, ...raw]))}`;
    const signature = await signDocument(document, {
      did,
      sign: async (bytes) => sign(null, bytes, privateKey),
    });
    expect(verifyDocument(document, signature)).toBe(true);
    expect(verifyDocument(JSON.parse(JSON.stringify(document)), signature)).toBe(true);
    expect(verifyDocument({ ...document, erCoverage: 0.9 }, signature)).toBe(false);
    expect(verifyDocument(document, { ...signature, signer: 'did:key:z6MkNoKey' })).toBe(false);
    expect(verifyDocument(document, { ...signature, signer: 'did:web:example.org' })).toBe(false);
  });
});

describe("an authority's draw", () => {
  const document = packSubmission(
    {
      ...REQUEST,
      projects: Array.from({ length: 20 }, (_, i) => ({
        projectId: `did:ixo:project/p${i}`,
        status: i % 2 === 0 ? ('active' as const) : ('planned' as const),
      })),
    },
    MADE,
  );
  const who = { authority: 'did:web:authority.example', reference: 'letter 17' };
  const at = '2024-05-01T00:00:00.000Z';
  const smallest = (from: number, count: number) =>
    Array.from({ length: 20 }, (_, i) => i)
      .filter((i) => from === 0 || i % 2 === 0)
      .map((i) => `did:ixo:project/p${i}`)
      .map((id) => ({ id, ticket: sha256(`0:${id}`) }))
      .sort((a, b) => (a.ticket < b.ticket ? -1 : 1))
      .slice(0, count);

  it('is recomputed from its seed, also from the seed 0, over all or the active ones', () => {
    const draw = recordAuthorityDraw(document, { ...who, seed: 0, count: 4 }, at);
    expect(draw).toMatchObject({
      trust: 'reproducible',
      seed: '0',
      candidates: 20,
      selected: smallest(0, 4),
    });
    const active = recordAuthorityDraw(document, { ...who, seed: 0, count: 3, from: 'active' }, at);
    expect(active).toMatchObject({ candidates: 10, selected: smallest(1, 3) });
  });

  it('must be what the seed gives', () => {
    const selected = smallest(0, 3).map(({ id }) => id);
    expect(recordAuthorityDraw(document, { ...who, seed: '0', selected }, at).trust).toBe('reproducible');
    const other = smallest(0, 20)[10]?.id ?? '';
    expect(() =>
      recordAuthorityDraw(document, { ...who, seed: '0', selected: [...selected.slice(1), other] }, at),
    ).toThrowError(
      expect.objectContaining({
        code: 'conflict',
        detail: `The seed gives another selection: '${selected[0]}' was drawn, '${other}' was not.`,
      }),
    );
  });

  it('without a seed is recorded as reported, when it names submitted projects', () => {
    const draw = recordAuthorityDraw(document, { ...who, selected: ['did:ixo:project/p3'] }, at);
    expect(draw).toMatchObject({
      trust: 'reported',
      algorithm: 'external',
      selected: [{ id: 'did:ixo:project/p3' }],
    });
    expect(() =>
      recordAuthorityDraw(document, { ...who, selected: ['did:ixo:project/x', 'did:ixo:project/x'] }, at),
    ).toThrowError(expect.objectContaining({ code: 'conflict' }));
  });

  it.each([
    [{}, 'seed'],
    [{ seed: 'a' }, 'count'],
    [{ seed: 'a', count: 21 }, 'count'],
  ])('refuses %j', (request, field) => {
    expect(() => recordAuthorityDraw(document, { ...who, ...request }, at)).toThrowError(
      expect.objectContaining({ code: 'invalid_request', errors: [expect.objectContaining({ field })] }),
    );
  });
});

describe('sending', () => {
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });
  async function authority(
    answer: (request: IncomingMessage, response: ServerResponse, call: number) => void,
  ) {
    const calls: IncomingMessage['headers'][] = [];
    const server = createServer((request, response) => {
      calls.push(request.headers);
      request.resume().on('end', () => answer(request, response, calls.length));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(
      () =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    );
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in?key=secret`, calls };
  }
  const io = { signal: new AbortController().signal, now: () => 0, pause: async () => {} };

  it('repeats a 5xx with the same idempotency key, and keeps the query out of the receipt', async () => {
    const { url, calls } = await authority((_, response, call) => {
      response.statusCode = call < 3 ? 503 : 202;
      response.end('booked');
    });
    const receipt = await sendSubmission({ url, token: 'T', timeoutMs: 2000 }, 's-1', '{}', io);
    expect(receipt).toEqual({
      url: url.split('?')[0],
      status: 202,
      answer: 'booked',
      attempts: 3,
      sentAt: '1970-01-01T00:00:00.000Z',
    });
    expect(calls.map((headers) => [headers['idempotency-key'], headers['authorization']])).toEqual([
      ['s-1', 'Bearer T'],
      ['s-1', 'Bearer T'],
      ['s-1', 'Bearer T'],
    ]);
  });

  it('does not repeat a refusal', async () => {
    const { url, calls } = await authority((_, response) => {
      response.statusCode = 422;
      response.end('no');
    });
    await expect(sendSubmission({ url, timeoutMs: 2000 }, 's', '{}', io)).rejects.toMatchObject({
      code: 'upstream_failed',
      detail: "The authority's endpoint answered 422.",
    });
    expect(calls).toHaveLength(1);
  });

  it('gives up on silence, a dead port and a redirect', async () => {
    const silent = await authority(() => {});
    await expect(sendSubmission({ url: silent.url, timeoutMs: 30 }, 's', '{}', io)).rejects.toMatchObject({
      code: 'upstream_timeout',
    });
    await expect(
      sendSubmission({ url: 'http://127.0.0.1:1/', timeoutMs: 500 }, 's', '{}', io),
    ).rejects.toMatchObject({
      code: 'upstream_failed',
    });
    const moved = await authority((_, response) => {
      response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end();
    });
    await expect(sendSubmission({ url: moved.url, timeoutMs: 500 }, 's', '{}', io)).rejects.toMatchObject({
      code: 'upstream_failed',
    });
  });

  it('stops when it is cancelled', async () => {
    const { url } = await authority(() => {});
    const cancel = new AbortController();
    const sending = sendSubmission({ url, timeoutMs: 5000 }, 's', '{}', { ...io, signal: cancel.signal });
    setTimeout(() => cancel.abort(new Error('cancelled')), 20);
    await expect(sending).rejects.toThrow('cancelled');
  });
});
