import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { httpImports } from '../../../test/harness/http-imports.ts'
import { commands } from '../../../test/harness/import-commands.ts'

/** A sheet of a shelter, whose columns are mapped as they are guessed. */
type Sheet = {
  rows: string[]
  /** The field guessed for each column. */
  fields: string
  departed: number
  /** Each animal in the store: its name, status, category, size, sex and whether it is neutered. */
  animals: unknown[][]
}

const sheets: Record<string, Sheet> = {
  spanish: {
    rows: [
      'Nº;Nombre;Especie;Raza;Sexo;Edad;Tamaño;Esterilizado;Estado',
      'E1;Lola;Perro;Mestizo;Hembra;2 años;Mediano;Sí;Disponible',
      'E2;Bruno;Gato;Común europeo;Macho;5 meses;Pequeño;Castrado;Reservado',
      'E3;Nube;Perro;Galgo;Hembra;8 años;Grande;Esterilizada;Fallecida',
      'E4;Rayo;Perros;Podenco;Macho castrado;3 años;Grande;Sí;Adoptado',
    ],
    fields: 'externalId name species breed sex age size spayedNeutered status',
    departed: 1,
    animals: [
      ['Lola', 'available', 'Dogs', 'medium', 'female', true, '2024-11-20'],
      ['Bruno', 'pending', 'Cats', 'small', 'male', true, '2026-06-20'],
      ['Rayo', 'sold', 'Dogs', 'large', 'male', true, '2023-11-20'],
    ],
  },
  german: {
    rows: [
      'Nr.;Name;Tierart;Rasse;Geschlecht;Alter;Gewicht, kg;kastriert;Größe;Verträglich mit Hunden;Status',
      'T1;Ronja;Hunde;Mischling;Hündin;3 Jahre 2 Monate;12,5;ja;mittelgroß;ja;in Vermittlung',
      'T2;Karl;Katzen;EKH;Kater;6 Monate;4,1;kastriert;klein;weiß nicht;reserviert',
      'T3;Opa;Hunde;Dackel;Rüde;14 Jahre;9;nicht kastriert;klein;nein;verstorben',
      'T4;Mia;Katzen;EKH;weiblich, kastriert;2 Jahre;3,8;;KLEIN;ja;vermittelt',
    ],
    fields: 'externalId name species breed sex age weight spayedNeutered size goodWith.dogs status',
    departed: 1,
    animals: [
      ['Ronja', 'available', 'Dogs', 'medium', 'female', true, '2023-09-20', 12_500, true],
      ['Karl', 'pending', 'Cats', 'small', 'male', true, '2026-05-20', 4_100],
      ['Mia', 'sold', 'Cats', 'small', 'female', true, '2024-11-20', 3_800, true],
    ],
  },
  french: {
    rows: [
      'Numéro,Nom,Espèce,Race,Sexe,Âge,Taille,Stérilisé,Statut',
      'F1,Filou,Chiens,Croisé labrador,Mâle castré,2 ans et 3 mois,Moyen,Oui,À l’adoption',
      'F2,Minette,Chatte,Européen,FEMELLE,8 mois,Petite,Non stérilisée,RESERVEE',
      'F3,Rex,Chien,Berger allemand,Mâle,9 ans,Grand,Non,Décédé',
      'F4,Lili,Lapine,,Femelle,1 an,Petit,,Adopté(e)',
    ],
    fields: 'externalId name species breed sex age size spayedNeutered status',
    departed: 1,
    animals: [
      ['Filou', 'available', 'Dogs', 'medium', 'male', true, '2024-08-20'],
      ['Minette', 'pending', 'Cats', 'small', 'female', false, '2026-03-20'],
      ['Lili', 'sold', 'Rabbits', 'small', 'female', '2025-11-20'],
    ],
  },
  italian: {
    rows: [
      'Codice;Nome;Specie;Sesso;Età;Taglia;Sterilizzato;Stato',
      'I1;Luna;Cani;Femmina sterilizzata;2 anni e 6 mesi;taglia media;sì;In adozione',
      'I2;Micio;Gatti;maschio;4 mesi;piccola;non castrato;Prenotato',
      'I3;Argo;Cane;M;12 anni;grande;no;Deceduto',
      'I4;Stella;Cane;F;3 anni;Grande;;Restituita al proprietario',
    ],
    fields: 'externalId name species sex age size spayedNeutered status',
    departed: 2,
    animals: [
      ['Luna', 'available', 'Dogs', 'medium', 'female', true, '2024-05-20'],
      ['Micio', 'pending', 'Cats', 'small', 'male', false, '2026-07-20'],
    ],
  },
  dutch: {
    rows: [
      'Nummer;Naam;Diersoort;Ras;Geslacht;Geboortedatum;Gecastreerd;Status',
      'N1;Bram;Honden;Kruising;Reu;5 mei 2021;ja;Beschikbaar',
      'N2;Saar;Katten;Europees korthaar;Poes;12 maart 2020;niet gesteriliseerd;Gereserveerd',
      'N3;Ties;Hond;Beagle;Teef;1 okt. 2012;nee;Overleden',
    ],
    fields: 'externalId name species breed sex birthDate spayedNeutered status',
    departed: 1,
    animals: [
      ['Bram', 'available', 'Dogs', 'male', true, '2021-05-05'],
      ['Saar', 'pending', 'Cats', 'female', false, '2020-03-12'],
    ],
  },
  portuguese: {
    rows: [
      'Código;Nome;Espécie;Raça;Sexo;Idade;Porte;Castrado;Situação;Data de óbito',
      'P1;Bolinha;Cachorros;Vira-lata;Fêmea castrada;2 anos;Pequeno;Sim;Disponível;',
      'P2;Mimi;Gatas;SRD;Fêmea;5 meses;P;Não;Em processo de adoção;',
      'P3;Thor;Cães;Rottweiler;Macho;7 anos;GG;Sim;Disponível;3 de março de 2026',
    ],
    fields: 'externalId name species breed sex age size spayedNeutered status deceasedDate',
    departed: 1,
    animals: [
      ['Bolinha', 'available', 'Dogs', 'small', 'female', true, '2024-11-20'],
      ['Mimi', 'pending', 'Cats', 'small', 'female', false, '2026-06-20'],
    ],
  },
}

const animalsOf = async (app: TestApp): Promise<unknown[][]> => {
  const pets: Record<string, unknown>[] = (await app.get('/v1/pets?limit=100')).json()
  const categories: Record<string, unknown>[] = (await app.get('/v1/categories')).json()
  const animals: unknown[][] = []
  for (const { id, name, status, categoryId } of pets) {
    const category = categories.find((one) => one.id === categoryId)?.name
    const { size, sex, spayedNeutered, birthDate, weightGrams, goodWith } = (
      await app.get(`/v1/pets/${id}/profile`)
    ).json()
    const facts = [size, sex, spayedNeutered, birthDate, weightGrams, goodWith.dogs]
    animals.push([name, status, category, ...facts.filter((fact) => fact !== null)])
  }
  return animals
}

onEachEngine('sheets in every language of the site are guessed and read', async (open, t) => {
  for (const [language, { rows, fields, departed, animals }] of Object.entries(sheets)) {
    await using app = await open()
    const imports = httpImports(app)
    const file = `${rows.join('\n')}\n`
    const sent = await imports.send(file, `fileName=${language}.csv`)
    assert.deepEqual(sent.columns.map(({ field }) => field).join(' '), fields, language)
    const map = sent.columns.flatMap(({ name, field }) => (field ? [{ column: name, field }] : []))
    const { check } = await imports.check(sent.id, { map })
    assert.deepEqual([check.refused, check.leftOut], [0, departed])
    await imports.run(sent.id)
    // Nothing but the animals that have left.
    const { count } = (await app.get(`/v1/imports/${sent.id}/report`)).json()
    assert.equal(count, departed, language)
    assert.deepEqual(await animalsOf(app), animals, language)

    const shop = commands(t, app)
    const path = shop.write(`${language}.csv`, file)
    const typed = map.map(({ column, field }) => `"${column}"=${field}`).join(',')
    const account = ['--account', String(app.accountId), '--json']
    const again = await shop.run('import', path, '--map', typed, ...account)
    assert.deepEqual([again.unchanged, again.leftOut], [animals.length, departed])
  }
})

/** Imports rows with fields as column names, and returns each profile, and the lines of the report. */
const imported = async (app: TestApp, rows: string[], query = '') => {
  const imports = httpImports(app)
  const columns = rows[0]?.split(',') ?? []
  const map = columns.map((name) => `"${name}"=${name.split(' ')[0]}`).join(',')
  const sent = await imports.send(rows.join('\n'), `map=${encodeURIComponent(map)}&${query}`)
  const { result } = await imports.run(sent.id)
  const pets: { id: number; status: string }[] = (await app.get('/v1/pets?limit=100')).json()
  const profiles: Record<string, unknown>[] = []
  for (const { id } of pets) profiles.push((await app.get(`/v1/pets/${id}/profile`)).json())
  const report = (await app.get(`/v1/imports/${sent.id}/report`)).json()
  const lines: string[] = report.lines.map(
    ({ line, field, value }: Record<string, unknown>) => `${line} ${field} ${value}`,
  )
  return { result, pets, profiles, lines }
}

test('two columns for one value are added up', async () => {
  await using app = await testApp()
  const { profiles, pets, lines, result } = await imported(app, [
    'externalId,ageYears,ageMonths,weight (lb),weight (oz),breed 1,breed 2,status 1,status 2,description 1,description 2',
    '1,4 years,0 months,12,8,Beagle,Boxer,Available,,Calm.,Likes cats.',
    '2,2,3,6,,Poodle,Mix,Available,Adopted,Calm.,Calm.',
    '3,,5,,,Pug,Pug,Available,Died,,',
  ])
  const facts = profiles.map((profile) => [profile.birthDate, profile.weightGrams, profile.breeds, profile.description])
  assert.deepEqual(facts, [
    ['2022-11-20', 5_670, { primary: 'Beagle', secondary: 'Boxer', mixed: null }, 'Calm.\n\nLikes cats.'],
    ['2024-08-20', 2_722, { primary: 'Poodle', secondary: null, mixed: true }, 'Calm.'],
  ])
  assert.deepEqual(
    pets.map(({ status }) => status),
    ['available', 'sold'],
  )
  assert.deepEqual([result.leftOut, lines], [1, ['4 status 3']])
})

test('of two ages that contradict each other, the second one is reported', async () => {
  await using app = await testApp()
  const { profiles, lines } = await imported(app, [
    'externalId,age,ageMonths,age in years',
    '1,2 years,40,',
    '2,2 years,26,2',
    '3,2 years,24,7',
    '4,Senior,3,',
  ])
  const births = ['2024-11-20', '2024-11-20', '2024-11-20', '2026-08-20']
  assert.deepEqual(
    profiles.map(({ birthDate }) => birthDate),
    births,
  )
  assert.deepEqual(lines, ['2 ageMonths 40', '4 age in years 7'])
})

test('a species of one sex says the sex, unless a column for it does', async () => {
  await using app = await testApp()
  const { profiles } = await imported(app, [
    'externalId,species,sex',
    '1,Kater,',
    '2,Hündin,unbekannt',
    '3,Katze,',
    '4,Kater,weiblich',
    '5,Mare,',
    '6,Gata,',
  ])
  assert.deepEqual(
    profiles.map(({ species, sex }) => `${species} ${sex}`),
    ['cat male', 'dog female', 'cat null', 'cat female', 'horse female', 'cat female'],
  )
})

test('a second breed is never dropped', async () => {
  await using app = await testApp()
  const { profiles } = await imported(app, [
    'externalId,breed,breeds.secondary',
    '1,"Retriever, Labrador","Terrier, Pit Bull"',
    '2,Beagle / Boxer,Pug',
    '3,Beagle,Mix',
  ])
  assert.deepEqual(
    profiles.map(({ breeds }) => breeds),
    [
      { primary: 'Labrador Retriever', secondary: 'Pit Bull Terrier', mixed: null },
      { primary: 'Beagle / Boxer', secondary: 'Pug', mixed: null },
      { primary: 'Beagle', secondary: null, mixed: true },
    ],
  )
})

test('values that no animal can have are left out and listed', async () => {
  await using app = await testApp()
  const { profiles, lines } = await imported(
    app,
    [
      'externalId,species,birthDate,intakeDate,weight,fee,age,status',
      '1,Dog,1900-01-01,2026-01-01,12 kg,150,3 years,Available',
      '2,Cat,2999-01-01,2999-01-01,"4,100 kg","150,000",99 years,Available',
      '3,Tortoise,1930-05-01,1900-01-01,200 kg,20,,Available',
      '4,Dog,2001-02-03,2003-01-01,30 kg,20,,Adopted',
      '5,Dog,1985-02-03,1995-01-01,3 g,20,,Adopted',
      '6,Horse,2010-02-03,2026-11-21,"1,200 lb",20,,Available',
    ],
    'currency=USD',
  )
  assert.deepEqual(
    profiles.map(({ birthDate, intakeDate, weightGrams, fee }) => [
      birthDate,
      intakeDate,
      weightGrams,
      (fee as { amount: number } | null)?.amount ?? null,
    ]),
    [
      ['2023-11-20', '2026-01-01', 12_000, 15_000],
      [null, null, null, null],
      ['1930-05-01', null, 200_000, 2_000],
      ['2001-02-03', '2003-01-01', 30_000, 2_000],
      ['1985-02-03', '1995-01-01', null, 2_000],
      // Already today in New Zealand.
      ['2010-02-03', '2026-11-21', 544_311, 2_000],
    ],
  )
  assert.deepEqual(lines, [
    '2 birthDate 1900-01-01',
    '3 intakeDate 2999-01-01',
    '3 birthDate 2999-01-01',
    '3 weight 4,100 kg',
    '3 fee 150,000',
    '3 age 99 years',
    '4 intakeDate 1900-01-01',
    '6 weight 3 g',
  ])
})

test('rows without their empty last cells are rows, unless they end before the name', async () => {
  await using app = await testApp()
  const { result, lines } = await imported(app, [
    'externalId,name,status,microchip,description',
    '1,Rex,Available,985112009900111,likes balls',
    '2,Ann,Available',
    '3,Bo,Available,,,,',
    '4',
    '5,Cleo,Available,,,more',
  ])
  assert.deepEqual([result.added, result.refused], [3, 2])
  assert.deepEqual(
    lines.map((line) => line.slice(0, 2)),
    ['5 ', '6 '],
  )
})

test('an animal with a day of death has left, whatever its status says', async () => {
  await using app = await testApp()
  const { pets, lines, result } = await imported(app, [
    'externalId,status,deceasedDate',
    '1,Available,2026-03-04',
    '2,Adopted,3/4/2026',
    '3,Available,',
    '4,Available,yes',
    '5,Available,somebody asked',
    '6,Available,1900-01-01',
    '7,Euthanized,2026-03-04',
  ])
  assert.deepEqual(
    pets.map(({ status }) => status),
    ['available', 'pending', 'available'],
  )
  assert.equal(result.leftOut, 4)
  assert.ok(lines.includes('6 deceasedDate somebody asked'), lines.join())
  assert.ok(lines.includes('7 deceasedDate 1900-01-01'), lines.join())
  assert.ok(lines.includes('8 status 7'), lines.join())
})
