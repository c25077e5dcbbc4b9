/** Line drawings on a field of 24 by 24. */
const PATHS = {
  plus: 'M12 5v14M5 12h14',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  retry: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4',
  edit: 'M5 19h3L19 8l-3-3L5 16zM14 7l3 3',
  branch: 'M7 4v16M7 12h6a4 4 0 0 0 4-4V5M14 8l3-3 3 3',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  trash: 'M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.5 16.5L21 21',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  design: 'M4 20V4M4 20h16M8 16v-5M12 16V7M16 16v-7',
  folder: 'M3 6h7l2 2h9v11H3z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  parts: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  hand: 'M12 3v9M8 6v8M16 6v7M8 14l-3-3M16 13c0 5-2 8-5 8s-5-3-6-6',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 11a3 3 0 1 0-1-5.8M17 14c2.6.3 4 2.4 4 6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4 3-6 7.5-6s7.5 2 7.5 6',
  settings: 'M5 7h9M18 7h1M5 17h1M10 17h9M14 4.5v5M6 14.5v5',
  book: 'M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10',
  steps: 'M4 6l1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M11 6h9M11 12h9M11 18h9',
  coins:
    'M12 4c4 0 7 1.3 7 3s-3 3-7 3-7-1.3-7-3 3-3 7-3zM5 7v10c0 1.7 3 3 7 3s7-1.3 7-3V7M5 12c0 1.7 3 3 7 3s7-1.3 7-3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  attach: 'M8 12.5l6-6a3 3 0 0 1 4 4l-8 8a5 5 0 0 1-7-7l8-8',
  out: 'M10 5H5v14h5M14 8l4 4-4 4M8 12h10',
  warn: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 6-5 12 0 18M12 3c5 6 5 12 0 18',
  down: 'M6 9l6 6 6-6',
  undo: 'M9 7L4 12l5 5M4 12h11a5 5 0 0 1 0 10h-2',
  archive: 'M4 4h16v4H4zM6 8v12h12V8M10 12h4',
  link: 'M10 14l4-4M8 12l-2 2a3 3 0 0 0 4 4l2-2M16 12l2-2a3 3 0 0 0-4-4l-2 2',
  key: 'M14 10a4 4 0 1 0-3 3l2 2h2v2h2v2h3v-3z',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside words; whoever cannot see it misses nothing. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
