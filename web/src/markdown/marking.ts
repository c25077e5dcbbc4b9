import DOMPurify from 'dompurify';
import temml from 'temml';
import { safeLink } from './safe-link.js';

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (!node.hasAttribute('href')) return;
  const target = safeLink(node.getAttribute('href') ?? '');
  if (target === undefined) return node.removeAttribute('href');
  node.setAttribute('href', target);
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

const WORDS = {
  RETURN_DOM_FRAGMENT: true,
  ALLOWED_TAGS: [
    ...[
      'a',
      'abbr',
      'b',
      'blockquote',
      'br',
      'caption',
      'code',
      'dd',
      'del',
      'details',
      'div',
      'dl',
      'dt',
      'em',
    ],
    ...[
      'h3',
      'h4',
      'h5',
      'h6',
      'hr',
      'i',
      'ins',
      'kbd',
      'li',
      'mark',
      'ol',
      'p',
      'pre',
      's',
      'samp',
      'small',
    ],
    ...[
      'span',
      'strong',
      'sub',
      'summary',
      'sup',
      'table',
      'tbody',
      'td',
      'tfoot',
      'th',
      'thead',
      'tr',
      'u',
      'ul',
    ],
  ],
  ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan', 'start', 'open', 'dir', 'lang'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
} as const;

const FORMULAS = {
  RETURN_DOM_FRAGMENT: true,
  USE_PROFILES: { mathMl: true },
  FORBID_ATTR: ['style', 'href', 'class', 'id'],
} as const;

/** HTML as nodes, with words, lists and tables, and nothing that runs, loads or looks like the page. */
export function clean(markup: string): Node {
  return DOMPurify.sanitize(markup, {
    ...WORDS,
    ALLOWED_TAGS: [...WORDS.ALLOWED_TAGS],
    ALLOWED_ATTR: [...WORDS.ALLOWED_ATTR],
  });
}

let measured = false;

/**
 * Where no font for formulas is installed, browsers set an index on the line: `n_0` reads as a product. It is lowered there
 * by the style.
 */
function lowerIndices(): void {
  if (measured) return;
  measured = true;
  const place = document.createElement('span');
  place.append(sanitized('<math><msub><mi>n</mi><mi>n</mi></msub></math>'));
  document.body.append(place);
  const [base, index] = [...place.querySelectorAll('mi')].map((each) => each.getBoundingClientRect().bottom);
  place.remove();
  document.documentElement.classList.toggle('flat-indices', (index ?? 0) < (base ?? 0) + 2);
}

/** A formula in TeX as MathML. @throws when it cannot be read */
export function formula(text: string, display: boolean): Node {
  lowerIndices();
  const markup = temml.renderToString(text, {
    displayMode: display,
    throwOnError: true,
    trust: false,
    maxExpand: 200,
  });
  return sanitized(markup);
}

function sanitized(markup: string): Node {
  return DOMPurify.sanitize(markup, { ...FORMULAS, FORBID_ATTR: [...FORMULAS.FORBID_ATTR] });
}
