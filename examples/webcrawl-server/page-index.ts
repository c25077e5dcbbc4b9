import Database from 'libsql';
import type { ScrapedPage } from './scrape.js';

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** The pages that were read, found by their words: a search that needs nobody else. */
export class PageIndex {
  readonly #db: Database.Database;

  constructor(file: string) {
    this.#db = new Database(file);
    this.#db.exec(
      "create virtual table if not exists pages using fts5 (title, text, url unindexed, tokenize = 'unicode61 remove_diacritics 2')",
    );
  }

  add({ url, title, markdown }: ScrapedPage): void {
    this.#db.transaction(() => {
      this.#db.prepare('delete from pages where url = ?').run([url]);
      this.#db.prepare('insert into pages (title, text, url) values (?, ?, ?)').run([title, markdown, url]);
    })();
  }

  search(query: string, limit: number): SearchResult[] {
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    return this.#db
      .prepare(
        `select title, url, snippet(pages, 1, '', '', '…', 30) as snippet from pages
         where pages match ? order by bm25(pages, 5, 1) limit ?`,
      )
      .all([words.map((word) => `"${word}"`).join(' OR '), limit]) as SearchResult[];
  }

  close(): void {
    this.#db.close();
  }
}
