import { signal } from '@preact/signals';
import { read } from './oracle.js';
import { href } from './route.js';
import { onLeave } from './sign-in.js';

/** Something that its owner lets somebody else see. */
export interface Share {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly with: string;
  readonly withName: string;
  readonly ownerName: string;
  readonly access: 'read' | 'write';
  /** Nothing is at its place now. */
  readonly gone?: true;
}

export interface Shares {
  readonly withMe: readonly Share[];
  readonly byMe: readonly Share[];
}

/** What others let see whoever is here, as far as it is known. */
const sharedWithMe = signal<readonly Share[]>([]);
onLeave(() => {
  sharedWithMe.value = [];
});

export async function lookWhatIsShared(): Promise<void> {
  try {
    const { withMe } = await read<Shares>('/shares');
    sharedWithMe.value = withMe.filter(({ gone }) => gone !== true);
  } catch {
    // Nobody asked for it; where it is opened, the oracle says why it cannot be.
  }
}

export function sharedOf(kind: string): readonly Share[] {
  return sharedWithMe.value.filter((each) => each.kind === kind);
}

/** Where the page shows what was shared; undefined for a kind without a screen. */
export function addressOfShare({ kind, id }: Pick<Share, 'kind' | 'id'>): string | undefined {
  if (kind === 'session') return href('s', id);
  if (kind === 'design') return href('designs', id);
  return kind === 'folder' ? `${href('files')}?${new URLSearchParams({ shared: id })}` : undefined;
}
