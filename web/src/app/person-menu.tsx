import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { t } from '../words/index.js';
import { LanguageChoice } from './language-choice.js';
import { type Person, signOut } from './sign-in.js';
import { type Theme, theme } from './theme.js';

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' };

/** Who is here, and how the page looks and speaks to them. */
export function PersonMenu({ person }: { readonly person: Person }) {
  return (
    <div class="person">
      <span class="name" title={person.did}>
        {person.name}
      </span>
      <LanguageChoice />
      <Menu
        label={t('person.menu', { name: person.name })}
        items={[
          {
            label: t(`theme.${theme.value}`),
            icon: 'settings',
            act: () => {
              theme.value = NEXT[theme.value];
            },
          },
          { label: t('person.out'), icon: 'out', act: () => void signOut() },
        ]}
      >
        <Icon name="person" />
      </Menu>
    </div>
  );
}
