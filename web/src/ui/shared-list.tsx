import { addressOfShare, sharedOf } from '../app/shared.js';
import { t } from '../words/all.js';
import { visible } from './visible.js';

/** What others let see whoever is here, of one kind; nothing where there is none. */
export function SharedList({ kind }: { readonly kind: 'design' | 'folder' }) {
  const shares = sharedOf(kind);
  if (shares.length === 0) return null;
  return (
    <section class="part">
      <h2>{t('people.withMe')}</h2>
      <ul class="cards">
        {shares.map((share) => (
          <li key={share.id}>
            <a class="card" href={addressOfShare(share) ?? ''}>
              <span class="grow">
                <strong>{visible(share.title)}</strong>
                <span class="soft">{visible(share.ownerName)}</span>
              </span>
              <span class="badge">{t(`people.${share.access}`)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
