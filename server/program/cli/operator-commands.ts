import type { CommandEntry } from './command-entry.ts'

/** Commands that work on the database, even while a server runs. */
export const operatorCommands: readonly CommandEntry[] = [
  {
    name: 'serve',
    description: 'run the service',
    examples: ['PORT=8080 serve', 'DATABASE_URL=sqlite:/srv/store.db serve'],
    load: async () => (await import('./serve.command.ts')).serveCommand,
  },
  {
    name: 'migrate',
    description: 'upgrade the database to this version (serve does this too)',
    examples: ['migrate --dry-run', 'migrate'],
    load: async () => (await import('./migrate.command.ts')).migrateCommand,
  },
  {
    name: 'copy',
    description:
      'copy the whole database into an empty one, for example from SQLite to PostgreSQL; ' +
      'stop every server on either first: later writes are not copied',
    examples: ['copy --to postgres://adoption@db.example/adoption'],
    load: async () => (await import('./copy.command.ts')).copyCommand,
  },
  {
    name: 'import',
    description: 'add and update animals from a CSV or NDJSON file; - reads standard input',
    examples: [
      'import intake.csv',
      'import intake.csv --dry-run',
      'import intake.csv --account 2',
      'import old-system.csv --encoding latin1 --ignore-columns notes,cage',
      'import petfinder.json --from petfinder --photos',
      'import animals.csv --map "Animal Name=name,Type=species,Tag No=externalId" --dry-run',
      "export - --format ndjson | ssh other 'import - --format ndjson'",
    ],
    load: async () => (await import('./import.command.ts')).importCommand,
  },
  {
    name: 'export',
    description: 'write the animals to a CSV, NDJSON or JSON file; - writes standard output',
    examples: [
      'export animals.csv',
      'export animals.csv --with-owners',
      'export petfinder.json --to petfinder',
      'export available.ndjson --status available',
      'export for-the-office.csv --for-spreadsheets',
      'export - --format csv --category 7 | gzip > cats.csv.gz',
    ],
    load: async () => (await import('./export.command.ts')).exportCommand,
  },
  {
    name: 'publish',
    description: "write the files that Adopt-a-Pet, Petfinder or RescueGroups import a shelter's animals from",
    examples: [
      'publish --to petfinder --out portals/petfinder --public-url https://paws.example',
      'publish --to adoptapet --out portals/adoptapet --account 2 --dry-run',
    ],
    load: async () => (await import('./publish.command.ts')).publishCommand,
  },
  {
    name: 'sample',
    description: 'add a sample shelter, to see the program with animals in it; --remove removes it',
    examples: ['sample', 'sample --account 2', 'sample --remove'],
    load: async () => (await import('./sample.command.ts')).sampleCommand,
  },
  {
    name: 'backup',
    description:
      'copy the database, its photos and the secret key to a file and beside it, also while a server runs, and check the copy',
    examples: [
      'backup /backups/store-monday.db',
      'backup /backups/store.db --force --json',
      'BACKUP_URL=/backups backup',
      'backup list /backups',
      'backup verify s3://backups/paws@latest',
    ],
    load: async () => (await import('./backup.command.ts')).backupCommand,
  },
  {
    name: 'restore',
    description: 'restore a backup; stop every server first. The store is read-only until "restore --confirm"',
    examples: [
      'restore /backups/store-monday.db',
      'restore /backups/store-monday.db --replace',
      'restore s3://backups/paws@latest',
      'restore --confirm',
    ],
    load: async () => (await import('./restore.command.ts')).restoreCommand,
  },
  {
    name: 'doctor',
    description: 'check settings, database, Redis, clocks, disk and port',
    examples: ['doctor', 'doctor --json'],
    load: async () => (await import('./doctor.command.ts')).doctorCommand,
  },
  {
    name: 'bench',
    description: 'read lists from a running server for a few seconds, and print its throughput',
    examples: ['ADOPTION_KEY=aas_live_... bench --url https://pets.example --seconds 10'],
    load: async () => (await import('./bench.command.ts')).benchCommand,
  },
  {
    name: 'openapi',
    description: 'print the OpenAPI document',
    examples: ['openapi', 'openapi --out openapi.json'],
    load: async () => (await import('./openapi.command.ts')).openapiCommand,
  },
  {
    name: 'accounts',
    description: 'accounts: customers and their plans',
    examples: [
      "accounts create --name 'Paws and Whiskers' --plan pro",
      'accounts create --name Partner --plan enterprise --per-minute 5000 --per-day 1000000',
      'accounts suspend 2',
      'accounts resume 2',
      'accounts transfer --from 1 --to 2 --category 7',
      'accounts list',
    ],
    load: async () => (await import('./accounts.command.ts')).accountCommands,
  },
  {
    name: 'keys',
    description: 'API keys of accounts',
    examples: [
      "keys create --plan free --name 'my app'",
      'keys create --account 2 --name reports --scopes pets:read,orders:read --expires 2027-01-31',
      'keys create --account 2 --name site --kind publishable --origins https://www.example.org',
      'keys list',
      'keys list --account 2 --json',
      'keys revoke 3',
      'keys rotate 3 --grace 3600',
    ],
    load: async () => (await import('./keys.command.ts')).keyCommands,
  },
  {
    name: 'bans',
    description: 'temporary bans of keys',
    examples: ['bans list', 'bans lift 3'],
    load: async () => (await import('./bans.command.ts')).banCommands,
  },
  {
    name: 'audit',
    description: 'the audit log: who did what, and when',
    examples: [
      'audit list --action key --limit 20',
      'audit list --target pet:7 --json',
      'audit verify',
      'audit verify --head 4711:3q2-7w...',
      "audit accept --from 4711 --reason 'failover on 25 November; the standby was behind'",
      'audit export audit.ndjson',
    ],
    load: async () => (await import('./audit.command.ts')).auditCommands,
  },
  {
    name: 'users',
    description: 'people who sign in: staff and members',
    examples: [
      'users create --email ada@example.org --name Ada --role admin',
      'users create --email robin@example.org --name Robin --role counselor --account 2',
      'users list',
      'users disable 3',
      'users enable 3',
      'users reset-password 3',
    ],
    load: async () => (await import('./users.command.ts')).userCommands,
  },
  {
    name: 'mails',
    description: 'email that is queued, was sent, or has failed',
    examples: [
      'mails list --status failed',
      'mails show 12',
      'mails retry 12',
      'mails release 12 13',
      'mails test ada@example.org',
    ],
    load: async () => (await import('./mails.command.ts')).mailCommands,
  },
]
