// Profiles, listings, photos, histories, applications and organizations as plain Fastify handlers: the same SQL on the same
// tables, and the same bodies.

export const adoptions = (app, { sql, write, record, time }) => {
  const findProfile =
    sql(`SELECT pets.account_id, suspended_at, published_at, profiles.updated_at, facts, external_id,
      microchip, intake_date
    FROM pets LEFT JOIN profiles ON profiles.pet_id = pets.id LEFT JOIN accounts ON accounts.id = pets.account_id
    WHERE pets.id = ?`)
  const profile = (petId, row) => ({
    petId,
    published: row.published_at !== null,
    publishedAt: row.published_at === null ? null : time(row.published_at),
    ...(row.facts === null ? unknown : JSON.parse(row.facts)),
    externalId: row.external_id,
    microchip: row.microchip,
    intakeDate: row.intake_date,
    updatedAt: row.updated_at === null ? null : time(row.updated_at),
  })
  app.get('/v1/pets/:id/profile', ({ params }) =>
    profile(Number(params.id), findProfile.get(Number(params.id))),
  )

  const putProfile = sql(`INSERT INTO profiles
      (pet_id, published_at, updated_at, facts, external_id, microchip, intake_date) VALUES (?, NULL, ?, ?, NULL, NULL, NULL)
    ON CONFLICT (pet_id) DO UPDATE SET published_at = excluded.published_at, updated_at = excluded.updated_at,
      facts = excluded.facts, external_id = excluded.external_id, microchip = excluded.microchip,
      intake_date = excluded.intake_date`)
  const save = (petId, { published: _, ...facts }) => {
    putProfile.run(petId, Date.now(), JSON.stringify(facts))
    const { externalId, microchip, intakeDate, ...shown } = profile(petId, findProfile.get(petId))
    record('pet.profileUpdated', shown)
    return { ...shown, externalId, microchip, intakeDate }
  }
  app.put('/v1/pets/:id/profile', ({ params, body }) =>
    write(() => save(Number(params.id), { ...unknown, ...body })),
  )
  app.patch('/v1/pets/:id/profile', ({ params, body }) =>
    write(() => {
      const { facts } = findProfile.get(Number(params.id))
      return save(Number(params.id), { ...(facts === null ? unknown : JSON.parse(facts)), ...body })
    }),
  )

  const listPhotos = (count) =>
    sql(`SELECT * FROM photos WHERE pet_id IN (${Array(count).fill('?')})
      ORDER BY pet_id, position, id`)
  const photo = (row, origin) => ({
    id: row.id,
    petId: row.pet_id,
    ...(row.alt !== null && { alt: row.alt }),
    ...(row.focus_x !== null && { focus: { x: row.focus_x, y: row.focus_y } }),
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    variants: JSON.parse(row.variants).map((one) => ({ ...one, url: origin + one.url })),
    createdAt: time(row.created_at),
  })
  const photosOfOne = listPhotos(1)
  const photosOfPage = listPhotos(20)
  const originOf = ({ headers }) => `http://${headers.host}`
  app.get('/v1/pets/:id/photos', (request) =>
    photosOfOne.all(Number(request.params.id)).map((row) => photo(row, originOf(request))),
  )

  const details = (count) =>
    sql(`SELECT pets.id, pets.name, pets.category_id, pets.status, pets.account_id, sold_at, listings.born,
        profiles.published_at, profiles.updated_at, profiles.facts,
        organizations.name AS organization, city, country, latitude, longitude
      FROM pets JOIN listings ON listings.pet_id = pets.id JOIN profiles ON profiles.pet_id = pets.id
      LEFT JOIN accounts ON accounts.id = pets.account_id LEFT JOIN organizations ON organizations.account_id = pets.account_id
      WHERE pets.id IN (${Array(count).fill('?')}) AND accounts.suspended_at IS NULL`)
  const listing = (row, photos, origin) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    categoryId: row.category_id,
    age: age(row.born),
    petId: row.id,
    published: true,
    publishedAt: time(row.published_at),
    ...JSON.parse(row.facts),
    updatedAt: time(row.updated_at),
    photos: photos.map((one) => photo(one, origin)),
    organization: {
      id: row.account_id,
      name: row.organization,
      city: row.city,
      country: row.country,
    },
    url: `${origin}/v1/listings/${row.id}`,
  })
  // The tables to find and count listings: a row for each of their terms, and counts of equal traits.
  sql(`CREATE TEMP TABLE listing_terms AS
    SELECT value AS term, status, published_at, pet_id FROM listings, json_each(terms)`).run()
  sql(`CREATE INDEX temp.listing_terms_order
    ON listing_terms (term, status, published_at, pet_id)`).run()
  sql(`CREATE TEMP TABLE listing_counts AS
    SELECT traits & ((1 << 23) - 1) AS traits, count(*) AS total FROM listings
    WHERE status = 'available' GROUP BY 1`).run()
  const walk = sql(`SELECT pet_id FROM listing_terms
    WHERE term = ? AND status = 'available' ORDER BY published_at DESC, pet_id DESC LIMIT 21`)
  const detailsOfPage = details(20)
  app.get('/v1/listings', (request) => {
    const { species } = request.query
    const found = walk.all(species === undefined ? 'all' : `species:${species}`)
    const ids = found.slice(0, 20).map(({ pet_id }) => pet_id)
    const rows = new Map(detailsOfPage.all(...ids).map((row) => [row.id, row]))
    const photos = Map.groupBy(photosOfPage.all(...ids), ({ pet_id }) => pet_id)
    return ids.map((id) => listing(rows.get(id), photos.get(id) ?? [], originOf(request)))
  })
  const detailsOfOne = details(1)
  app.get('/v1/listings/:id', (request) => {
    const id = Number(request.params.id)
    return listing(detailsOfOne.get(id), photosOfOne.all(id), originOf(request))
  })

  const counts = sql('SELECT traits, total FROM listing_counts')
  app.get('/v1/listings/facets', () => {
    const rows = counts.all()
    const sum = (bit) => {
      let total = 0
      for (const row of rows) if (row.traits & (1 << bit)) total += row.total
      return total
    }
    let bit = 0
    const byValue = (values) =>
      Object.fromEntries(
        values.map((value) => {
          bit += 1
          return [value, sum(bit - 1)]
        }),
      )
    return Object.fromEntries(
      Object.entries(facets).map(([kind, values]) => [kind, byValue(values)]),
    )
  })

  const findPet = sql('SELECT account_id FROM pets WHERE id = ?')
  const listHistory =
    sql(`SELECT * FROM pet_history WHERE pet_id = ? AND subject IN ('pet', 'order', 'application')
    ORDER BY id DESC LIMIT 21`)
  app.get('/v1/pets/:id/history', ({ params }) => {
    if (!findPet.get(Number(params.id))) throw new Error('no such animal')
    const rows = listHistory.all(Number(params.id)).slice(0, 20)
    return rows.map((row) => ({
      id: row.id,
      time: time(row.time),
      actor: { type: row.actor_type, ...(row.actor_name !== null && { name: row.actor_name }) },
      action: row.action,
      ...(row.fields !== null && { fields: JSON.parse(row.fields) }),
      ...(row.status !== null && { status: row.status }),
    }))
  })

  const application = (row) => ({
    id: row.id,
    ...(row.pet_id !== null && { petId: row.pet_id }),
    formId: row.form_id,
    formVersion: row.form_version,
    status: row.status,
    applicant: { name: row.applicant_name, email: row.applicant_email },
    ...(row.questions !== undefined && {
      questions: JSON.parse(row.questions),
      answers: JSON.parse(row.answers),
    }),
    ...(row.note != null && { note: row.note }),
    createdAt: time(row.created_at),
    updatedAt: time(row.updated_at),
  })
  const listApplications =
    sql(`SELECT id, account_id, pet_id, form_id, form_version, status, applicant_name,
    applicant_email, applicant_phone, assignee_id, order_id, created_at, updated_at, closed_at
    FROM applications ORDER BY id LIMIT 21`)
  app.get('/v1/applications', () => listApplications.all().slice(0, 20).map(application))
  const findApplication = sql(`SELECT applications.*, questions FROM applications JOIN form_versions
    ON form_versions.form_id = applications.form_id AND version = form_version WHERE applications.id = ?`)
  app.get('/v1/applications/:id', ({ params }) =>
    application(findApplication.get(Number(params.id))),
  )
  const note = sql('UPDATE applications SET note = ?, updated_at = ? WHERE id = ?')
  app.patch('/v1/applications/:id', ({ params, body }) =>
    write(() => {
      const id = Number(params.id)
      findApplication.get(id)
      note.run(body.note, Date.now(), id)
      const changed = application(findApplication.get(id))
      record('application.updated', changed)
      return changed
    }),
  )

  const findOrganization = sql('SELECT * FROM organizations WHERE account_id = ?')
  app.get('/v1/organizations/:id', ({ params }) => {
    const row = findOrganization.get(Number(params.id))
    const { account_id: id, name, email, latitude: lat, longitude: lng } = row
    const { street, city, postcode, country } = row
    return {
      ...{ id, name, email },
      address: { street, city, postcode, country },
      location: { lat, lng },
    }
  })
}

const facets = {
  species: [
    ...['dog', 'cat', 'rabbit', 'smallFurry', 'bird', 'horse', 'reptile', 'fish', 'barnyard'],
    'other',
  ],
  sex: ['male', 'female'],
  size: ['small', 'medium', 'large', 'extraLarge'],
  age: ['baby', 'young', 'adult', 'senior'],
  goodWith: ['children', 'dogs', 'cats'],
}

const unknown = {
  ...{ species: null, breeds: { primary: null, secondary: null, mixed: null } },
  ...{ birthDate: null, birthDateExact: null, sex: null, size: null, weightGrams: null },
  ...{ coat: null, colors: [], description: null, tags: [], houseTrained: null },
  ...{ spayedNeutered: null, vaccinated: null, declawed: null, specialNeeds: null },
  ...{
    goodWith: { children: null, dogs: null, cats: null },
    fee: null,
    bondedWith: [],
    videos: [],
  },
}

const age = (born) => {
  if (born === null) return { months: null, band: null }
  const [then, now] = [new Date(born * 86_400_000), new Date()]
  const years = now.getUTCFullYear() - then.getUTCFullYear()
  const isBefore = now.getUTCDate() < then.getUTCDate() ? 1 : 0
  const months = years * 12 + now.getUTCMonth() - then.getUTCMonth() - isBefore
  const band = months < 12 ? 'baby' : months < 36 ? 'young' : months < 96 ? 'adult' : 'senior'
  return { months, band }
}
