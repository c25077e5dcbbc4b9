import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { renderAppPage } from './app-page.js';
import { readWebBuild } from './web-build.js';

const folder = mkdtempSync(join(tmpdir(), 'web-build-'));
const files = {
  'build.json': JSON.stringify({
    script: 'app-A1.js',
    style: 'style-B2.css',
    imports: ['chunk-C3.js'],
    docs: 'docs.js',
  }),
  'docs.js': 'trying',
  'app-A1.js': 'plain',
  'app-A1.js.br': 'brotli',
  'app-A1.js.gz': 'gzip',
  'style-B2.css': 'css',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
const place = pathToFileURL(`${folder}/`);

describe('the built page', () => {
  it('is found where it was built, and is undefined where it was not', () => {
    const nowhere = pathToFileURL(`${folder}/nowhere/`);
    expect(readWebBuild([nowhere])).toBeUndefined();
    expect(readWebBuild([nowhere, place])).toMatchObject({ script: 'app-A1.js', docs: 'trying' });
  });

  it('gives each file in the best form that the client takes', async () => {
    const build = readWebBuild([place]);
    const read = async (name: string, accepts: string) => {
      const asset = await build?.asset(name, accepts);
      return asset && [new TextDecoder().decode(asset.bytes), asset.encoding, asset.type];
    };
    const script = 'text/javascript; charset=utf-8';
    expect(await read('app-A1.js', 'gzip, deflate, br')).toEqual(['brotli', 'br', script]);
    expect(await read('app-A1.js', 'gzip')).toEqual(['gzip', 'gzip', script]);
    expect(await read('app-A1.js', '')).toEqual(['plain', undefined, script]);
    expect(await read('style-B2.css', '')).toEqual(['css', undefined, 'text/css; charset=utf-8']);
  });

  it('gives nothing else: no other name, no other kind, no other folder', async () => {
    const build = readWebBuild([place]);
    for (const name of ['none.js', 'build.json', '../build.js', 'app-A1.js.br', 'a/b.js', '.js', ''])
      expect(await build?.asset(name, 'br')).toBeUndefined();
  });
});

describe('its document', () => {
  const oracle = {
    name: 'A "b" <c>',
    description: 'd & e',
    version: '1',
    did: undefined,
    entityDid: undefined,
    publicUrl: undefined,
    network: 'devnet',
  } as const;
  const build = { script: 'app-A1.js', style: 'style-B2.css', imports: ['chunk-C3.js'] };

  it('lets in its own scripts alone, by a nonce that is another each time', () => {
    const [one, two] = [renderAppPage(oracle, build, 'http://o'), renderAppPage(oracle, build, 'http://o')];
    const nonceOf = ({ headers }: typeof one) =>
      /'nonce-([^']+)'/.exec(headers['Content-Security-Policy'] ?? '')?.[1];
    expect(nonceOf(one)).not.toBe(nonceOf(two));
    const policy = one.headers['Content-Security-Policy'];
    expect(policy).toContain(`script-src 'nonce-${nonceOf(one)}';`);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(one.text.match(/<script/g)).toHaveLength(1);
    expect(one.text).toContain(`<script type="module" src="/assets/app-A1.js" nonce="${nonceOf(one)}">`);
    expect(one.text).not.toMatch(/\son\w+=|\sstyle=|(?:src|href)="https?:/);
  });

  it('says who the oracle is, escaped', () => {
    const { text } = renderAppPage(oracle, build, 'http://o');
    expect(text).toContain('data-name="A &quot;b&quot; &lt;c&gt;"');
    expect(text).toContain('data-did=""');
  });
});
