import { driveSuite } from './testing/drive-suite.js';
import { openTestFiles } from './testing/open-test-files.js';

driveSuite(() => openTestFiles());
