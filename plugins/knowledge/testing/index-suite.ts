import fc from 'fast-check';
import { sha256Hex } from 'oracle-runtime/kit';
import { type TestStorage, testStorage } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDocument } from '../readers/read-document.js';
import { findQuote } from '../search/find-quote.js';
import { ReadCache } from '../search/read-cache.js';
import { searchShelves } from '../search/search.js';
import type { Shelf, ShelvedDocument } from '../sources/shelf.js';
import { migrations } from '../store/migrations.js';
import type { KnowledgeTables } from '../store/tables.js';
import { DocumentIndex } from '../text-index/document-index.js';

/** What the index must do on every database. @param databaseUrl of an empty PostgreSQL; else SQLite */
export function indexSuite(databaseUrl: () => string | undefined): void {
  let storage: TestStorage;
  let index: DocumentIndex;
  const texts = new ReadCache(readDocument);
  const signal = new AbortController().signal;
  beforeAll(async () => {
    const clock = { now: () => 1 };
    storage = await testStorage({ plugin: 'knowledge', migrations, clock, databaseUrl: databaseUrl() });
    index = new DocumentIndex(storage.database.as<KnowledgeTables>(), storage.keys, clock, readDocument);
  });
  afterAll(() => storage.close());

  /** Documents of an owner, all of them indexed. */
  async function shelve(owner: string, contents: Readonly<Record<string, string>>): Promise<Shelf> {
    const documents = Object.entries(contents).map(([path, content]): ShelvedDocument => {
      const contentHash = sha256Hex(content);
      return { path, size: Buffer.byteLength(content), contentHash, version: 1 };
    });
    const shelf: Shelf = {
      kind: 'files',
      owner,
      prefix: '',
      trustMs: 0,
      list: async () => documents,
      read: async (path) => Buffer.from(contents[path] ?? ''),
    };
    for (const document of documents) await index.put(shelf, document, undefined);
    return shelf;
  }
  const ask = (shelf: Shelf, text: string, within?: string) =>
    searchShelves(
      { index, texts },
      [shelf],
      { text, limit: 5, ...(within === undefined ? {} : { within }) },
      signal,
    );

  it('finds the passage that says most of what is asked', async () => {
    const shelf = await shelve('best', {
      '/a.md': '# Loggers\n\nLoggers are read on Mondays.\n\n# Stoves\n\nStoves are counted in March.',
      '/b.md': 'Mondays are quiet. Nobody reads anything.',
    });
    const { passages } = await ask(shelf, 'when are loggers read');
    expect(passages.map(({ quote, path }) => [quote, path])).toEqual([
      ['Loggers are read on Mondays.', '/a.md'],
    ]);
    expect((await ask(shelf, 'loggers', '/b.md')).passages).toEqual([]);
  });

  it('finds numbers however their thousands are parted, and words that lines end within', async () => {
    const shelf = await shelve('numbers', {
      '/a.txt':
        'A guide earns 1,500 shillings. All inter-\nviewers of marmosets earn 2400 shillings or 1,00,000 paise.',
    });
    for (const question of [
      '1500 shillings',
      '1,500',
      '1.500',
      '2,400 shillings',
      '100000 paise',
      'interviewers',
    ])
      expect(await ask(shelf, question), question).toMatchObject({
        missing: [],
        passages: [{ path: '/a.txt' }],
      });
    expect((await ask(shelf, '1,600 shillings')).missing).toEqual(['1,600']);
  });

  it('quotes the row of a table and not its neighbour', async () => {
    const shelf = await shelve('rows', {
      '/homes.csv': 'id,village,stove\nHH-1,Kwamashu,rocket\nHH-2,Mbarara,gasifier\n',
    });
    expect((await ask(shelf, 'gasifier in Mbarara')).passages).toMatchObject([
      { quote: 'HH-2,Mbarara,gasifier', lines: [3, 3], heading: 'id,village,stove' },
    ]);
  });

  it('answers what stands somewhere, and says which words do not', async () => {
    const shelf = await shelve('parts', {
      '/geckos.txt': 'Geckos are welcome in the office.',
      '/ferries.txt': 'A ferry leaves at half past six.',
      '/beans.txt': `The ration of one bean is a gram. ${'The store opens early on every working day. '.repeat(40)}`,
      '/hippos.txt': 'Visitors may feed the hippos with hay.',
    });
    const quotes = async (question: string) => {
      const { passages, missing } = await ask(shelf, question);
      return { paths: passages.map(({ path }) => path).sort(), missing };
    };
    expect(await quotes('geckos, ferries and beans')).toEqual({
      paths: ['/beans.txt', '/ferries.txt', '/geckos.txt'],
      missing: [],
    });
    expect(await quotes('hippos AND penguins')).toEqual({ paths: ['/hippos.txt'], missing: ['penguins'] });
    expect(await quotes('the feeding of hippos by Köln pupils in January')).toEqual({
      paths: ['/hippos.txt'],
      missing: ['Köln', 'pupils', 'January'],
    });
    expect(await quotes('penguins')).toEqual({ paths: [], missing: ['penguins'] });
    const [first] = (await ask(shelf, 'beans and store')).passages;
    expect(first?.quote).toMatch(/bean.*store/);
  });

  it('takes no word for one that it is near to, and names both', async () => {
    const shelf = await shelve('near', {
      '/near.md':
        'The methanol limit is 5 mg.\n\nAtieno Wanjiku owes 500 shillings.\n\nThe hypoglycaemia dose is 10 units.\n\n' +
        'Illegal fishing is fined 300.\n\nElder155 chairs.\n\nLes réunions sont payées.',
    });
    const told = async (question: string) => {
      const { passages, missing, near } = await ask(shelf, question);
      return [missing, near.flatMap(({ stands }) => stands), passages.map(({ isNear }) => isNear === true)];
    };
    expect(await told('the ethanol limit')).toEqual([['ethanol'], ['methanol'], [false]]);
    expect(await told('hyperglycaemia')).toEqual([['hyperglycaemia'], ['hypoglycaemia'], [true]]);
    expect(await told('Otieno Wanjiku')).toEqual([['Otieno'], ['Atieno'], [false]]);
    expect(await told('legal fishing')).toEqual([['legal'], ['Illegal'], [false]]);
    expect(await told('Elder156')).toEqual([['Elder156'], ['Elder155'], [true]]);
    // Many and one, accents and capitals are the same word.
    expect(await told('METHANOL limits')).toEqual([[], [], [false]]);
    expect(await told('reunion payée')).toEqual([[], [], [false]]);
    // Where the word itself stands too, it alone is meant, however many are near to it.
    const crowd = await shelve('near crowd', {
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`/a${at}.txt`, `Methanol and methanol of tank ${at}.`]),
      ),
      '/z.txt': 'A long page on many things, and one of them is ethanol, as said before and behind.',
    });
    const { passages, missing } = await ask(crowd, 'ethanol');
    expect([missing, passages[0]?.path]).toEqual([[], '/z.txt']);
  });

  it('finds a word that others crowd out before it says that it stands nowhere', async () => {
    const shelf = await shelve('crowd', {
      '/a.txt': 'Ostriches run. Ostriches of the stable are counted in the stable.',
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`/z${at}.txt`, `Stable number ${at} holds kudus and elands.`]),
      ),
    });
    const { passages, missing } = await ask(shelf, 'stable of kudus, elands, ostriches');
    expect(missing).toEqual([]);
    expect(passages.map(({ quote }) => quote).join()).toContain('Ostriches');
  });

  it('quotes a row with the first of its table, and an item with what leads its list in, however far off', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => `| quagga${at} | ${at}9 |`);
    const items = Array.from({ length: 300 }, (_, at) => `- gazelle${at} of any kind and age`);
    const shelf = await shelve('below', {
      '/table.md': `| Animal | Kilometres |\n|---|---|\n${rows.join('\n')}\n`,
      '/list.md': `It is forbidden to feed:\n\n${items.join('\n')}\n`,
    });
    expect((await ask(shelf, 'kilometres of quagga150')).passages[0]).toMatchObject({
      quote: '| quagga150 | 1509 |',
      lines: [153, 153],
      below: [
        { quote: '| Animal | Kilometres |', lines: [1, 1], sha256: sha256Hex('| Animal | Kilometres |') },
      ],
    });
    expect((await ask(shelf, 'gazelle250')).passages[0]).toMatchObject({
      quote: '- gazelle250 of any kind and age',
      below: [{ quote: 'It is forbidden to feed:', lines: [1, 1] }],
    });
  });

  it('says of a quote where it stands however many documents have its words, or that it is not known', async () => {
    const line = (at: number, state: string) =>
      `The well ${at} was found and the committee met in ${state} state.`;
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `/d${at}.md`,
        `# Report\n\n${line(at, 'poor')}\nThe good well.\n${at === 287 ? 'The well was found and the committee met in good state.' : ''}`,
      ]),
    );
    const shelf = await shelve('many', many);
    const quote = 'The well was found and the committee met in good state.';
    const find = (text: string, most?: number) =>
      findQuote({ index, texts }, [shelf], text, undefined, signal, most);
    expect(await find(quote)).toMatchObject({ stands: true, left: 0, places: [{ path: '/d287.md' }] });
    // A piece may begin and end within a word.
    expect(await find('ell was found and the commi')).toMatchObject({ stands: true });
    expect(await find(quote.replace('good', 'gold'))).toMatchObject({ stands: false, left: 0, alike: [] });
    const some = await find('well was good and the', 20);
    expect(some).toMatchObject({ stands: false, looked: 20, left: 280 });
  });

  it('gives the whole sentence with a piece of it', async () => {
    const shelf = await shelve('pieces', {
      '/a.md':
        'Is it true that mummies are free? No.\n\nIt is forbidden to:\n\n- open the gate\n\nGuards may not shoot.\n',
    });
    const sentences = async (quote: string) => {
      const { places } = await findQuote({ index, texts }, [shelf], quote, undefined, signal);
      return places.map((place) => place.sentences?.map((sentence) => sentence.quote));
    };
    expect(await sentences('mummies are free')).toEqual([['Is it true that mummies are free? No.']]);
    expect(await sentences('open the gate')).toEqual([['It is forbidden to:\n\n- open the gate']]);
    expect(await sentences('Guards may not shoot.')).toEqual([undefined]);
  });

  it('counts a version for each content, and none for a document that is only read anew', async () => {
    const shelf = await shelve('versions', {});
    const put = async (content: string, contentHash = sha256Hex(content)) => {
      const [before] = await index.documents('versions');
      const there = { ...shelf, read: async () => Buffer.from(content) };
      await index.put(there, { path: '/a.txt', size: content.length, contentHash }, before);
      return (await index.documents('versions')).map(({ version }) => version);
    };
    expect(await put('one')).toEqual([1]);
    expect(await put('one')).toEqual([1]);
    expect(await put('two')).toEqual([2]);
  });

  it('keeps owners apart whose names begin alike or are empty', async () => {
    const words = { '/x.txt': 'The secret village is Kwamashu.' };
    await shelve('alice', words);
    for (const owner of ['alic', 'alice2', '', 'ALICE'])
      expect(await index.find(owner, 'secret village Kwamashu', 10), owner).toEqual([]);
    expect(await index.find('alice', 'secret village Kwamashu', 10)).toHaveLength(1);
  });

  it('forgets a document and what lies below a folder, and nothing beside it', async () => {
    await shelve('gone', { '/a/x.txt': 'falcon one', '/a/y/z.txt': 'falcon two', '/ab.txt': 'falcon three' });
    await index.remove('gone', '/a');
    expect((await index.documents('gone')).map(({ path }) => path)).toEqual(['/ab.txt']);
    expect(await index.find('gone', 'falcon', 10)).toHaveLength(1);
    await index.remove('gone', '/ab.txt');
    expect(await index.find('gone', 'falcon', 10)).toEqual([]);
  });

  it('takes any question, whatever it holds', async () => {
    const shelf = await shelve('any', { '/a.txt': 'plain words here' });
    const hostile = [
      '"',
      "' or 1=1 --",
      'a AND b OR NOT c',
      'words:*',
      'NEAR(a b)',
      '* ^ ( ) { }',
      '\u0000',
      '',
      '   ',
    ];
    for (const question of [...hostile, 'wort '.repeat(200)])
      await expect(ask(shelf, question), question).resolves.toBeDefined();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (question) => {
        await ask(shelf, question);
      }),
      { numRuns: 30 },
    );
  });

  it('quotes only what stands in the document byte for byte, at the place that it says', async () => {
    const word = fc.constantFrom(
      'Haushalt',
      'stove',
      'ë',
      '湿度',
      'logger\n',
      '# Title\n',
      'x.',
      '\r\n',
      '😀',
      '\n\n',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 80 }), async (pieces) => {
        const content = pieces.join(' ');
        const shelf = await shelve('bytes', { '/a.md': content });
        for (const { quote, lines, sha256 } of (await ask(shelf, 'stove logger Haushalt 湿度')).passages) {
          expect(Buffer.from(content).includes(Buffer.from(quote))).toBe(true);
          const [first = 0, last = 0] = lines ?? [];
          const there = content
            .split('\n')
            .slice(first - 1, last)
            .join('\n');
          expect(there).toContain(quote);
          expect(sha256Hex(quote)).toBe(sha256);
        }
      }),
      { numRuns: 25 },
    );
  });
}
