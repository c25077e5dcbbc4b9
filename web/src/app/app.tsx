import { isPublicScreen, PublicScreen } from '../screens/index.js';
import { LiveRegions } from './announce.js';
import { Notes } from './notes.js';
import { oracle } from './oracle.js';
import { route } from './route.js';
import { Shell } from './shell.js';
import { signIn } from './sign-in.js';
import { SignedOut } from './signed-out.js';

/** The whole page: for whoever is signed in the shell with its screens, for a stranger the front door. */
export function App() {
  const { value } = signIn;
  return (
    <>
      <LiveRegions />
      {isPublicScreen(route.value.screen) ? (
        <PublicScreen />
      ) : value.state === 'in' ? (
        <Shell key={value.person.id} person={value.person} />
      ) : value.state === 'asking' ? (
        // As the document has it before there is a script, so that something is seen at once.
        <p class="brand waking">{oracle.name}</p>
      ) : (
        <SignedOut
          refused={value.state === 'out' ? value.refused : undefined}
          away={value.state === 'unreachable'}
        />
      )}
      <Notes />
    </>
  );
}
