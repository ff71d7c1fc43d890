#!/bin/sh
# The command of the archive that "npm run package" makes: uses the Node in the archive, else that of the machine.
here=$(dirname "$(readlink -f "$0")")
if [ -x "$here/node" ]; then exec "$here/node" "$here/petstore.js" "$@"; fi
exec node "$here/petstore.js" "$@"
