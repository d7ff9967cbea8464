// What is below the board. It is loaded after the engine, so that neither the board nor an answer waits for it.

import './lanes.js';
import './loop.js';
import './race.js';
import './why.js';
import './layouts.js';
