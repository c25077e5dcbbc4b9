import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Web',
  summary:
    'Searches the public web and reads pages, with their sources; keeps each page that it read in the files.',
  whenToUse: [
    'Someone asks to search the web or the internet',
    'Someone gives the link of a web page and asks what it says',
    'An answer needs facts from outside, and sources for them',
  ],
  whenNotToUse: [
    'What documents of this oracle say: see knowledge',
    'Files of the person: see vfs',
    'The weather: see weather',
  ],
  examples: [
    {
      user: 'Search the web for clean cooking statistics in Kenya',
      tool: 'search_web',
      args: { query: 'clean cooking statistics in Kenya' },
    },
    {
      user: 'Google improved cookstove adoption',
      tool: 'search_web',
      args: { query: 'improved cookstove adoption' },
    },
    {
      user: 'Read the page https://example.org/stoves',
      tool: 'read_web_page',
      args: { url: 'https://example.org/stoves' },
    },
    {
      user: 'What does https://example.org/report.html say?',
      tool: 'read_web_page',
      args: { url: 'https://example.org/report.html' },
    },
  ],
  tags: [
    'web',
    'internet',
    'online',
    'website',
    'page',
    'link',
    'url',
    'search',
    'google',
    'news',
    'browse',
    'crawl',
  ],
  category: 'knowledge',
  loading: 'on-demand',
  stability: 'experimental',
};
