export const RESOLUTION_TYPE = 'application/did-resolution';

/** The form of an answer about a DID. */
export interface DidForm {
  /** The DID document alone, without what is known about it. */
  readonly documentOnly: boolean;
  readonly type: string;
}

const FORMS: Readonly<Record<string, DidForm>> = {
  [RESOLUTION_TYPE]: { documentOnly: false, type: RESOLUTION_TYPE },
  'application/json': { documentOnly: false, type: 'application/json' },
  // What resolvers called a resolution result before it had a type of its own.
  'application/ld+json': {
    documentOnly: false,
    type: 'application/ld+json;profile="https://w3id.org/did-resolution"',
  },
  'application/did+json': { documentOnly: true, type: 'application/did+json' },
  'application/did+ld+json': { documentOnly: true, type: 'application/did+ld+json' },
  'application/did': { documentOnly: true, type: 'application/did' },
};
const ANY: DidForm = { documentOnly: false, type: RESOLUTION_TYPE };

/** The form that an `Accept` header likes best (RFC 9110, section 12.5.1); undefined when it takes none. */
export function negotiate(accept: string | undefined): DidForm | undefined {
  if (accept === undefined || accept.trim() === '') return ANY;
  const wanted = accept
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
      return { type, quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { type } of wanted) {
    const form = type === '*/*' || type === 'application/*' ? ANY : FORMS[type];
    if (form !== undefined) return form;
  }
  return undefined;
}
