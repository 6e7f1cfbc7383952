import { DatabaseSync } from 'node:sqlite'
import { startService } from './service.ts'

/** The first animal with a published profile, and how many there are. */
export const FIRST_PUBLISHED = 10_001
export const PUBLISHED = 3_000
const APPLICATIONS = 5_000
/** The number of profiles in one request. */
const BATCH = 100

/** Adds everything except the animals. Data that spans several tables is written by the service itself. */
export const fillStore = async (path: string, key: string): Promise<void> => {
  run(path, beforehand)
  {
    await using service = await startService({
      program: 'serve',
      store: { DATABASE_URL: `sqlite:${path}` },
    })
    const send = sender(service.port, key)
    await send('PUT', '/v1/accounts/1/organization', organization)
    await send('POST', '/v1/forms', form)
    for (let at = 0; at < PUBLISHED; at += BATCH) {
      const profiles = Array.from({ length: BATCH }, (_, place) => profileAt(at + place))
      await send('POST', '/v1/profiles:batch', { profiles })
    }
  }
  run(path, afterwards)
}

const sender =
  (port: number, key: string) => async (method: string, path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok || text.includes('"error":')) throw new Error(`${method} ${path}: ${text}`)
  }

const run = (path: string, statements: string): void => {
  const connection = new DatabaseSync(path)
  connection.exec(`PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN; ${statements};
    COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`)
  connection.close()
}

const beforehand = `
  INSERT INTO categories (id, name, available, pending, sold)
    SELECT category_id, 'Category ' || category_id, sum(status = 'available'), sum(status = 'pending'),
      sum(status = 'sold') FROM pets GROUP BY category_id;
  INSERT INTO orders (pet_id, status, customer_name, customer_email, customer_key, customer_search, expires_at, created_at,
      updated_at)
    SELECT id, 'placed', 'Ada Lovelace', 'ada@example.org', 'ada@example.org', 'ada lovelace ada@example.org', 4102444800000, 1760000000000, 1760000000000
    FROM pets WHERE status = 'pending' ORDER BY id;
  INSERT INTO events (type, time, data)
    SELECT 'pet.created', 4102444800000, '{"id":' || id || ',"name":"' || name || '","categoryId":' || category_id ||
      ',"status":"available"}' FROM pets LIMIT 5000;
  INSERT INTO webhooks (account_id, url, types, enabled, secret, is_admin, starts_after, created_at)
    SELECT 1, 'https://example.org/' || id, 'pet.created pet.updated', 0, 'whsec_x', 0, 0, 1760000000000
    FROM pets LIMIT 10`

const organization = {
  name: 'Paws and Whiskers',
  email: 'paws@example.org',
  address: { street: 'Hauptstraße 5', city: 'Berlin', postcode: '10827', country: 'DE' },
  location: { lat: 52.485, lng: 13.354 },
}

const form = {
  name: 'Adoption',
  questions: Array.from({ length: 10 }, (_, at) => ({
    id: `q${at}`,
    kind: 'text',
    label: `Question ${at}`,
  })),
}

const species = ['dog', 'cat', 'rabbit']
const colors = ['black', 'white', 'brown']

const profileAt = (at: number) => ({
  petId: FIRST_PUBLISHED + at,
  published: true,
  species: species[at % species.length],
  breeds: { primary: `Breed ${at % 40}`, mixed: at % 2 === 0 },
  birthDate: `20${10 + (at % 15)}-0${1 + (at % 9)}-15`,
  sex: at % 2 === 0 ? 'female' : 'male',
  size: 'medium',
  colors: [colors[at % colors.length]],
  description: 'Calm and friendly, likes long walks and children. '.repeat(6),
  tags: ['calm', 'friendly'],
  goodWith: { children: true, dogs: at % 2 === 0 },
  fee: { amount: 15_000, currency: 'EUR' },
})

const variants = JSON.stringify(
  [320, 640].flatMap((width) =>
    ['webp', 'jpeg'].map((format) => {
      const height = (width * 3) / 4
      return { width, height, format, url: `/media/${width}.${format}`, bytes: width * 80 }
    }),
  ),
)
const answers = JSON.stringify(
  Object.fromEntries(form.questions.map(({ id }) => [id, 'Yes, gladly'])),
)

const published = `FROM pets WHERE id BETWEEN ${FIRST_PUBLISHED} AND ${FIRST_PUBLISHED + PUBLISHED - 1}`

const afterwards = `
  INSERT INTO photos (pet_id, position, width, height, placeholder, variants, created_at)
    SELECT id, position, 640, 480, 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==', '${variants}', 1760000000000
    ${published.replace('FROM pets', 'FROM pets, (SELECT 1 AS position UNION SELECT 2 UNION SELECT 3)')};
  INSERT INTO pet_history (pet_id, time, action, subject, actor_type, actor_name, fields)
    SELECT ${FIRST_PUBLISHED}, 1760000000000 + id, 'changed', 'pet', 'key', 'bench', '["name"]'
    FROM pets LIMIT 50;
  INSERT INTO applications (account_id, pet_id, form_id, form_version, status, applicant_name, applicant_email,
      applicant_key, applicant_search, answers, created_at, updated_at)
    SELECT 1, pets.id, (SELECT max(id) FROM forms), 1, 'submitted', 'Ada Lovelace', 'ada@example.org', 'ada@example.org',
      'ada lovelace ada@example.org', '${answers}', 1760000000000, 1760000000000
    FROM pets LIMIT ${APPLICATIONS}`
