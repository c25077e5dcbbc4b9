import { useState } from 'preact/hooks';
import { attempt } from '../../app/faults.js';
import { change } from '../../app/oracle.js';
import { addressOfShare, type Share, type Shares as SharesAnswer } from '../../app/shared.js';
import { CopyButton } from '../../ui/copy-button.js';
import { confirm } from '../../ui/dialog.js';
import { Frame, Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { useRead } from '../../ui/use-read.js';
import { visible } from '../../ui/visible.js';
import { fullTime, t, when } from '../../words/all.js';
import type { ScreenProps } from '../index.js';
import { Once } from '../settings/once.js';
import { ScopeChoice } from '../settings/scope-choice.js';

interface Invited {
  readonly did: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly state: 'invited' | 'active' | 'expired' | 'ended';
  readonly lastSeenAt: string | null;
}

interface Invitation {
  readonly name: string;
  readonly link: string;
  readonly linkExpiresAt: string;
}

/** Who else is here, and what was shared with whom. */
export function People({ person }: ScreenProps) {
  if (person.kind === 'owner') return <OwnersPeople />;
  return (
    <Frame title={t('screen.people')}>
      <p class="empty">{t('people.owner')}</p>
    </Frame>
  );
}

function OwnersPeople() {
  const people = useRead<{ readonly people: readonly Invited[] }>('/people');
  const shares = useRead<SharesAnswer>('/shares');
  const [invitation, setInvitation] = useState<Invitation>();
  return (
    <Frame title={t('screen.people')}>
      <Invite
        onInvited={(answer) => {
          setInvitation(answer);
          people.again();
        }}
      />
      {invitation !== undefined && (
        <Once
          label={t('people.link', { name: invitation.name, at: fullTime(invitation.linkExpiresAt) })}
          text={new URL(invitation.link, location.origin).href}
        />
      )}
      <Shown reading={people}>
        {({ people: all }) =>
          all.length === 0 ? (
            <p class="empty">{t('people.none')}</p>
          ) : (
            <ul class="cards">
              {all.map(({ did, name, scopes, state, lastSeenAt }) => (
                <li key={did} class="card">
                  <span class="grow">
                    <strong>{name}</strong>
                    <span class="soft">
                      {scopes.join(', ')}
                      {lastSeenAt !== null && ` · ${t('people.seen', { at: when(lastSeenAt) })}`}
                    </span>
                  </span>
                  <span class={`badge ${state === 'active' ? 'approved' : ''}`}>{t(`people.${state}`)}</span>
                  {state !== 'ended' && (
                    <>
                      <button
                        type="button"
                        onClick={() =>
                          void attempt(async () =>
                            setInvitation(
                              await change<Invitation>('POST', `/people/${encodeURIComponent(did)}/link`),
                            ),
                          )
                        }
                      >
                        <Icon name="link" /> {t('people.newLink')}
                      </button>
                      <button
                        type="button"
                        class="bad"
                        onClick={() =>
                          void confirm({
                            title: t('people.end', { name }),
                            text: t('people.endWhat'),
                            act: t('people.endIt'),
                            bad: true,
                          }).then((sure) =>
                            sure
                              ? attempt(() => change('DELETE', `/people/${encodeURIComponent(did)}`)).then(
                                  people.again,
                                )
                              : undefined,
                          )
                        }
                      >
                        {t('people.endIt')}
                      </button>
                    </>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      {shares.value !== undefined && (
        <>
          <Shares title={t('people.byMe')} shares={shares.value.byMe} again={shares.again} mine />
          <Shares title={t('people.withMe')} shares={shares.value.withMe} again={shares.again} />
        </>
      )}
    </Frame>
  );
}

function Invite({ onInvited }: { onInvited(answer: Invitation): void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>([
    'chat',
    'sampling',
    'fs/list',
    'fs/read',
    'fs/write',
    'share',
  ]);
  return (
    <form
      class="panel form"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(async () => {
          onInvited(await change<Invitation>('POST', '/people', { name: name.trim(), scopes }));
          setName('');
        });
      }}
    >
      <label>
        <span>{t('people.name')}</span>
        <input
          type="text"
          required
          maxLength={100}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <ScopeChoice chosen={scopes} onChange={setScopes} />
      <button type="submit" class="main" disabled={scopes.length === 0}>
        {t('people.invite')}
      </button>
    </form>
  );
}

interface SharesProps {
  readonly title: string;
  readonly shares: readonly Share[];
  readonly mine?: boolean;
  again(): void;
}

function Shares({ title, shares, mine = false, again }: SharesProps) {
  if (shares.length === 0) return null;
  return (
    <section class="part">
      <h2>{title}</h2>
      <ul class="cards">
        {shares.map((share) => (
          <li key={`${share.kind} ${share.id} ${share.with}`} class="card">
            <span class="grow">
              <strong>
                <SharePlace share={share} />
              </strong>
              <span class="soft">
                {share.kind} · {mine ? share.withName : share.ownerName}
              </span>
            </span>
            <span class="badge">{t(`people.${share.access}`)}</span>
            {mine && (
              <button
                type="button"
                class="bad"
                onClick={() => {
                  const query = new URLSearchParams({ kind: share.kind, id: share.id, with: share.with });
                  void attempt(() => change('DELETE', `/shares?${query}`)).then(again);
                }}
              >
                {t('people.unshare')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The name of what is shared; for others with the link that opens it, which is theirs alone. */
function SharePlace({ share }: { readonly share: Share }) {
  const address = addressOfShare(share);
  if (address === undefined) return <>{visible(share.title)}</>;
  return (
    <>
      {visible(share.title)}{' '}
      <CopyButton text={new URL(address, location.href).href} label={t('people.copyLink')} />
    </>
  );
}
