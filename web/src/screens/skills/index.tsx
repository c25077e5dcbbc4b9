import { useState } from 'preact/hooks';
import { go } from '../../app/route.js';
import { keepDraft } from '../../chat/drafts.js';
import { Markdown } from '../../markdown/markdown.js';
import { Frame, Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { useRead } from '../../ui/use-read.js';
import { t } from '../../words/all.js';

interface Skill {
  readonly name: string;
  readonly description: string;
  readonly origin: string;
  readonly hasChecks: boolean;
}

interface Skills {
  readonly skills: readonly Skill[];
  readonly skipped: readonly { readonly path?: string; readonly name?: string; readonly reason: string }[];
}

/** Instructions for whole tasks: what each is for, its text, and a way into the chat. */
export function SkillsScreen() {
  const reading = useRead<Skills>('/skills');
  return (
    <Frame title={t('screen.skills')}>
      <Shown reading={reading}>
        {({ skills, skipped }) => (
          <>
            <ul class="cards">
              {skills.map((skill) => (
                <SkillCard key={skill.name} skill={skill} />
              ))}
            </ul>
            {skipped.length > 0 && (
              <section class="part">
                <h2>{t('skills.skipped')}</h2>
                <ul>
                  {skipped.map(({ name, path, reason }) => (
                    <li key={`${path}${name}`}>
                      <strong>{name ?? path}</strong>: {reason}
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </Shown>
    </Frame>
  );
}

function SkillCard({ skill }: { readonly skill: Skill }) {
  const { name, description, origin, hasChecks } = skill;
  const [open, setOpen] = useState(false);
  return (
    <li class="card tall">
      <div class="row">
        <strong class="grow">{name}</strong>
        {hasChecks && <span class="badge">{t('skills.checks')}</span>}
        <span class="badge">{t(origin === 'shipped' ? 'skills.shipped' : 'skills.own')}</span>
      </div>
      <p>{description}</p>
      <div class="row">
        <button
          type="button"
          class="main"
          onClick={() => {
            keepDraft('new', t('skills.draft', { name }));
            go('s');
          }}
        >
          <Icon name="chat" /> {t('skills.use')}
        </button>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('skills.read')}
        </button>
      </div>
      {open && <Instructions name={name} />}
    </li>
  );
}

function Instructions({ name }: { readonly name: string }) {
  const reading = useRead<{ readonly instructions: string }>(`/skills/${encodeURIComponent(name)}`);
  return (
    <Shown reading={reading}>
      {({ instructions }) => (
        <div class="panel markdown">
          <Markdown text={instructions} />
        </div>
      )}
    </Shown>
  );
}
