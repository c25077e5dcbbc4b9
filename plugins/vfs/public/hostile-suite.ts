import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFile } from '../drive/write.js';
import { parsePath } from '../paths/namespace-path.js';
import { source } from '../testing/open-test-files.js';
import { askRaw } from '../testing/raw-client.js';
import { type PublicSite, servePublic } from '../testing/serve-public.js';

const NAMESPACE = 'user:zAlice';
const BATCH = 200;

/** What climbs out of a directory, in every coat that servers have been fooled by. */
const DOTS = [
  '.',
  '..',
  '...',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%e0%40%ae',
  '%uff0e',
  '․․',
  '..%00',
  '..;',
];
const SLASHES = [
  '/',
  '//',
  '\\',
  '%2f',
  '%2F',
  '%5c',
  '%252f',
  '%c0%af',
  '%c1%9c',
  '%e0%80%af',
  '%u2215',
  ';/',
  '/./',
];
const TARGETS = [
  'etc/passwd',
  'private.txt',
  '.env',
  'windows/win.ini',
  'a',
  '',
  '%00',
  '%0d%0aSet-Cookie:x=1',
  '*',
  '%25',
  '%',
  '%z',
  '%c3%28',
  '%ff',
  '~root',
  'con',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '%24%7b7*7%7d',
  '<script>',
];

/** Characters that no request line can have: the parser of HTTP refuses them, whatever is asked for. */
const UNSENDABLE = /[^\x21-\x7e]/g;

const climb = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...DOTS), fc.constantFrom(...SLASHES)), { maxLength: 8 }),
    fc.constantFrom(...TARGETS),
  )
  .map(([steps, target]) => steps.flat().join('') + target);

const noise = fc.string({
  unit: fc.oneof(
    fc.constantFrom('%', '/', '.', '2', 'e', 'f', '\\', ':', '?', '#', '*', ';', '\u00ff', 'é', '0'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 40,
});

const identifier = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.stringMatching(/^bafkrei[a-z2-7]{52}$/),
  fc.constantFrom('undefined', 'null', 'NaN', '-1', '0', "1' or '1'='1", 'id', 'cid', 'folder', 'list'),
);

const target = fc
  .tuple(
    fc.constantFrom(
      '/public/',
      '/public/id/',
      '/public/cid/',
      '/public/folder/',
      '/public/folder/id/',
      `/public/${NAMESPACE}/`,
      `/public/folder/${NAMESPACE}/`,
      '/public/entity:did:web:a/',
    ),
    fc.oneof(climb, noise, identifier),
    fc.constantFrom('', '', '', '?', '?%', '?a=%zz', '?public=true', '/', '/..'),
  )
  .map((parts) => parts.join('').replace(UNSENDABLE, ''));

const headerValue = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
  fc.constantFrom(
    'bytes=0-',
    'bytes=-0',
    'bytes=5-1',
    'bytes=0-0,-1',
    `bytes=${'9'.repeat(400)}-`,
    `bytes=${'0-0,'.repeat(500)}`,
    'items=0-1',
    '*',
    'W/"a"',
    '"',
    '"a", "b',
    'Sun, 06 Nov 1994 08:49:37 GMT',
  ),
);
const headers = fc.array(
  fc
    .tuple(
      fc.constantFrom(
        'Range',
        'If-Range',
        'If-None-Match',
        'If-Match',
        'If-Modified-Since',
        'Accept',
        'Authorization',
        'X-Auth-Type',
      ),
      headerValue,
    )
    .map(([name, value]) => `${name}: ${value.trim()}`),
  { maxLength: 3 },
);

/** Asks for what is not there, or should not be, in `requests` hostile ways. */
export function testHostileRequests(requests: number): void {
  // A machine that does much else takes minutes for a hundred thousand.
  describe(`${requests} hostile requests`, { timeout: 10 * 60_000 }, () => {
    let site: PublicSite;
    let published: string;
    beforeAll(async () => {
      site = await servePublic();
      await site.files.put('/private.txt', 'private');
      await site.files.put('/etc/passwd', 'private');
      await site.files.put('/.env', 'private');
      await site.files.put('/a', 'private');
      // In another namespace than the one that is attacked, where nothing is.
      const { vfs, access } = site.files;
      const file = { path: parsePath('/inside.txt'), source: source('0123456789'), public: true };
      published = (await createFile(vfs, access('did:key:zBob'), file)).id;
    });
    afterAll(() => site.close());

    /** A third of the requests, in batches; what fails names its request. */
    async function ask<T>(
      inputs: fc.Arbitrary<T>,
      check: (batch: readonly T[]) => Promise<void>,
    ): Promise<void> {
      for (let left = requests / 3; left > 0; left -= BATCH) await check(fc.sample(inputs, BATCH));
    }

    it('for any path get the one constant answer', async () => {
      const nothing = await askRaw(site.oracle.url, [{ target: `/public/id/${randomUUID()}` }]);
      expect(nothing[0]?.status).toBe(404);
      await ask(fc.record({ target, headers }), async (batch) => {
        const answers = await askRaw(site.oracle.url, batch);
        for (const [index, answer] of answers.entries()) {
          // Shown on failure.
          const request = batch[index];
          expect({ request, status: answer.status, body: answer.body }).toEqual({
            request,
            status: 404,
            body: nothing[0]?.body,
          });
        }
        expect(answers).toHaveLength(batch.length);
      });
    });

    it('for a published file get its bytes, a range of them or a refusal', async () => {
      await ask(headers, async (batch) => {
        const answers = await askRaw(
          site.oracle.url,
          batch.map((each) => ({ target: `/public/id/${published}`, headers: each })),
        );
        for (const [index, { status, headers: got, body }] of answers.entries()) {
          expect({ request: batch[index], status }).toEqual({
            request: batch[index],
            status: expect.toBeOneOf([200, 206, 304, 412, 416]),
          });
          if (status === 200) expect(body).toBe('0123456789');
          if (status !== 206) continue;
          const [, first, last] = /^bytes (\d)-(\d)\/10$/.exec(got.get('content-range') ?? '') ?? [];
          expect(body).toBe('0123456789'.slice(Number(first), Number(last) + 1));
        }
        expect(answers).toHaveLength(batch.length);
      });
    });

    it('for a list get a page or a refusal, never what is private', async () => {
      const query = fc.tuple(
        fc.oneof(fc.constant(NAMESPACE), noise, climb),
        fc.array(
          fc.tuple(
            fc.constantFrom('path', 'limit', 'cursor', 'view', 'x'),
            fc.oneof(noise, climb, fc.constantFrom('/', '0', '500', 'tree', 'flat', '/published')),
          ),
          { maxLength: 3 },
        ),
      );
      await ask(query, async (batch) => {
        const answers = await askRaw(
          site.oracle.url,
          batch.map(([namespace, fields]) => ({
            target:
              `/public/list/${namespace}?${fields.map(([name, value]) => `${name}=${value}`).join('&')}`.replace(
                UNSENDABLE,
                '',
              ),
          })),
        );
        for (const [index, { status, body }] of answers.entries()) {
          expect({ request: batch[index], status }).toEqual({
            request: batch[index],
            status: expect.toBeOneOf([200, 400, 404]),
          });
          // A page names the folder that was asked for: `..%2fetc/passwd` is a name like any other, and nothing is in it.
          const { path: _asked, ...page } = status === 200 ? JSON.parse(body) : { page: body };
          expect(JSON.stringify(page)).not.toMatch(/private|passwd|\.env/);
        }
        expect(answers).toHaveLength(batch.length);
      });
    });
  });
}
