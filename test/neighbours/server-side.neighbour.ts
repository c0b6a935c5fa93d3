import { spawnSync } from 'node:child_process';
import { describe } from 'node:test';
import { reservePort } from '../support/own-port.ts';
import { describeServerSide, filesOf, runSite, writeFiles } from '../support/server-side.ts';
import { newProgramFolder, unlessInstalled } from './programs.ts';

/** Why a suite is skipped: a program, or what it loads, is not installed. */
function unlessRuns(program: string, script: string): string | false {
  const missing = unlessInstalled(program);
  if (missing !== false) return missing;
  const { status } = spawnSync(program, [program === 'php' ? '-r' : '-e', script]);
  return status !== 0 && `${program} cannot run ${script}`;
}

describe('PHP', { skip: unlessRuns('php', 'exit(extension_loaded("curl") ? 0 : 1);') }, () =>
  describeServerSide('PHP', {
    path: '/contact.php',
    // Its web server has no module for proxies: it sees the connection.
    ip: '127.0.0.1',
    async start(env, owner) {
      const folder = newProgramFolder('php');
      writeFiles(folder, { ...filesOf('PHP'), 'thanks.html': '<h1>Thanks</h1>' });
      const port = await reservePort();
      return runSite(owner, ['php', '-S', `127.0.0.1:${port}`, '-t', folder], {
        folder,
        env,
        port,
      });
    },
  }),
);

/** An application in one file around the controller and the view of the recipe. */
const APPLICATION = `require "action_controller/railtie"

class Site < Rails::Application
  config.root = __dir__
  config.load_defaults 6.1
  config.eager_load = false
  config.secret_key_base = "of this test alone, and longer than thirty characters"
  config.logger = Logger.new($stdout)
  config.hosts.clear
  routes.append do
    get "contact", to: "contacts#new"
    post "contact", to: "contacts#create"
    get "thanks", to: ->(_) { [200, { "Content-Type" => "text/html" }, ["<h1>Thanks</h1>"]] }
  end
end

class ApplicationController < ActionController::Base
end

Site.initialize!
run Site
`;

describe('Rails', { skip: unlessInstalled('puma') || unlessRuns('ruby', 'require "rails"') }, () =>
  describeServerSide('Rails', {
    async start(env, owner) {
      const folder = newProgramFolder('rails');
      writeFiles(folder, { ...filesOf('Rails'), 'config.ru': APPLICATION });
      const port = await reservePort();
      const command = ['puma', '-b', `tcp://127.0.0.1:${port}`, `${folder}/config.ru`];
      return runSite(owner, command, { folder, env: { ...env, RAILS_ENV: 'production' }, port });
    },
  }),
);
