import type { FileWords } from './file-words.ts'

export const nl: FileWords = {
  columns: {
    externalId: `
      nr, nummer, id, diernummer, dier-id, dier nr, code, referentie, registratienummer,
      dossiernummer, kenmerk, volgnummer`,
    name: 'naam, naam dier, naam van het dier, roepnaam, diernaam',
    category: 'categorie',
    species: 'soort, diersoort, type, dier, soort dier',
    breed: 'ras, rassen',
    'breeds.primary': 'hoofdras, eerste ras, ras 1',
    'breeds.secondary': 'tweede ras, ras 2',
    'breeds.mixed': 'kruising, gemengd, is kruising',
    sex: 'geslacht, sekse',
    age: 'leeftijd, geschatte leeftijd',
    ageMonths: 'leeftijd in maanden, leeftijd maanden, maanden',
    ageYears: 'leeftijd in jaren, leeftijd jaren, jaren, leeftijd jaar',
    birthDate: 'geboortedatum, geboren, geboren op, geboorte, geb. datum, geb',
    size: 'grootte, formaat, maat, schofthoogte',
    weight: 'gewicht, huidig gewicht',
    coat: 'vacht, vachtlengte, vachttype, beharing',
    colors: 'kleur, kleuren, vachtkleur, hoofdkleur',
    status: 'status, toestand, beschikbaarheid, adoptiestatus, plaatsingsstatus',
    description:
      'beschrijving, omschrijving, opmerking, opmerkingen, notities, karakter, verhaal, bijzonderheden, toelichting',
    tags: 'labels, trefwoorden',
    fee: 'adoptiebijdrage, bijdrage, prijs, adoptiekosten, kosten, plaatsingskosten, tarief',
    microchip: 'chip, chipnummer, chipnr, microchip, chip nummer, transpondernummer',
    intakeDate: `
      binnenkomst, datum binnenkomst, binnengekomen, binnengekomen op, aankomst, aankomstdatum,
      datum opname, opnamedatum, intakedatum, datum intake, opname, in asiel sinds`,
    outcomeDate:
      'datum vertrek, vertrekdatum, uitstroomdatum, plaatsingsdatum, adoptiedatum, datum uitstroom',
    deceasedDate: `
      overlijdensdatum, datum overlijden, overleden op, overleden, sterfdatum, datum van overlijden,
      ingeslapen op, datum euthanasie`,
    spayedNeutered:
      'gecastreerd, gesteriliseerd, castratie, sterilisatie, gecastreerd/gesteriliseerd, geholpen',
    vaccinated: 'gevaccineerd, ingeënt, vaccinatie, vaccinaties, inentingen',
    houseTrained: 'zindelijk, zindelijkheid',
    declawed: 'ontklauwd',
    specialNeeds:
      'speciale behoeften, bijzondere zorg, medische bijzonderheden, handicap, aandoeningen',
    'goodWith.children': `
      kinderen, kan met kinderen, goed met kinderen, kindvriendelijk, bij kinderen,
      geschikt voor kinderen, met kinderen`,
    'goodWith.dogs': `
      honden, kan met honden, goed met honden, bij honden, met honden, andere honden,
      kan met andere honden`,
    'goodWith.cats': `
      katten, kan met katten, goed met katten, bij katten, met katten, andere katten,
      kan met andere katten`,
    photos: `foto, foto's, fotos, afbeelding, afbeeldingen`,
    bondedWith: 'samen met, koppel met, gekoppeld aan',
  },
  unknown: `
    onbekend, niet bekend, weet niet, geen, geen naam, naamloos, zonder naam, nog geen naam,
    niet getest, ongetest, n.v.t., nvt, niet opgegeven, onduidelijk, nog onbekend, n.b.`,
  yes: 'ja, j, waar',
  no: 'nee, onwaar, nog niet, nooit',
  species: {
    dog: 'hond, honden, teef, teefje, reu, puppy, pup, pups, hondje',
    cat: 'kat, katten, poes, poezen, kater, katers, kitten, katje',
    rabbit: 'konijn, konijnen, konijntje',
    smallFurry: `
      cavia, hamster, rat, ratten, muis, muizen, fret, fretten, knaagdier, knaagdieren, chinchilla,
      degoe, gerbil, klein zoogdier, kleine zoogdieren, kleine huisdieren`,
    bird: `
      vogel, papegaai, papegaaien, parkiet, parkieten, kanarie, kanaries, duif, duiven, kip, kippen,
      haan, eend, eenden, gans, ganzen, valkparkiet`,
    horse: 'paard, paarden, pony, ezel, ezels, merrie, hengst, ruin',
    reptile: `
      reptiel, reptielen, schildpad, schildpadden, slang, slangen, hagedis, hagedissen, gekko,
      baardagaam`,
    fish: 'vis, vissen',
    barnyard:
      'boerderijdier, boerderijdieren, geit, geiten, schaap, schapen, varken, varkens, koe, koeien, hoefdier, vee',
    other: 'overig, overige, ander, anders, andere, exoot, exoten',
  },
  sexes: {
    male: 'mannelijk, man, m, reu, kater, mannetje, ram',
    female: 'vrouwelijk, vrouw, v, teef, poes, vrouwtje, voedster, merrie, teefje',
    neutered: 'gecastreerd, gesteriliseerd, geholpen',
    intact: 'ongecastreerd, ongesteriliseerd, intact, niet geholpen',
    neuteredMale: 'ruin',
    neuteredFemale: '',
    intactMale: 'hengst',
    intactFemale: '',
  },
  not: 'niet, nog niet',
  statuses: {
    available: `
      beschikbaar, ter adoptie, te adopteren, adopteerbaar, zoekt baas, zoekt baasje, zoekt een thuis,
      zoekt thuis, plaatsbaar, ter plaatsing, beschikbaar voor adoptie, te plaatsen, actief`,
    reserved: `
      gereserveerd, in optie, optie, in behandeling adoptie, adoptie in behandeling, op proef,
      proefplaatsing, onder voorbehoud`,
    withheld: `
      gastgezin, in gastgezin, opvanggezin, in opvanggezin, pleeggezin, in pleeggezin, quarantaine,
      in quarantaine, niet beschikbaar, niet plaatsbaar, nog niet beschikbaar, in behandeling,
      bij dierenarts, bij de dierenarts, in observatie, inbeslagname, in beslag genomen, vondeling,
      nog niet plaatsbaar, in opvang`,
    adopted: 'geadopteerd, geplaatst, herplaatst, thuis gevonden, heeft een thuis, verkocht',
    died: `
      overleden, dood, gestorven, ingeslapen, geëuthanaseerd, euthanasie, laten inslapen,
      regenboogbrug, overleden *, geëuthanaseerd *, ingeslapen *, gestorven *`,
    left: `
      overgeplaatst, overplaatsing, overgedragen, terug naar eigenaar, terug bij eigenaar,
      opgehaald door eigenaar, teruggegeven aan eigenaar, retour eigenaar, naar eigenaar,
      ontsnapt, weggelopen, vermist, gestolen, verwijderd, gearchiveerd, vrijgelaten, uitgezet,
      teruggeplaatst, tncr, overgeplaatst *, terug naar eigenaar *`,
    undecided: 'gepland, aangevraagd, mogelijk, niet, geannuleerd, wacht, gastgezin, adoptie',
  },
  sizes: {
    small: 'klein, zeer klein, heel klein, k, mini, dwerg',
    medium: 'middel, middelgroot, midden, gemiddeld',
    large: 'groot, g',
    extraLarge: 'zeer groot, heel groot, reus, reuzen, extra groot',
  },
  coats: {
    hairless: 'haarloos, naakt, zonder vacht',
    short: 'kort, korthaar, kortharig, korte vacht, gladhaar',
    medium: 'halflang, halflanghaar, halflangharig, middellang',
    long: 'lang, langhaar, langharig, lange vacht',
    wire: 'ruw, ruwhaar, ruwharig, draadhaar, draadharig',
    curly: 'krul, krullend, gekruld, krulhaar',
  },
  vaccinated: {
    yes: 'gevaccineerd, ingeënt, volledig, volledig gevaccineerd',
    no: 'niet gevaccineerd, niet ingeënt, ongevaccineerd',
  },
  ages: {
    baby: 'pup, puppy, kitten, baby, jong dier, pasgeboren',
    young: 'jong, jongvolwassen, junior, jong volwassen',
    adult: 'volwassen',
    senior: 'senior, oud, bejaard, oudere, ouder',
  },
  ageUnits: {
    year: 'jaar, jaren, jr, j',
    month: 'maanden, maand, mnd, mnden',
    week: 'weken, week, wk',
    day: 'dagen, dag',
  },
  numbers: {
    1: 'een, één',
    1.5: 'anderhalf',
    2: 'twee',
    2.5: 'tweeënhalf, tweeëneenhalf',
    3: 'drie',
    4: 'vier',
    5: 'vijf',
    6: 'zes',
    7: 'zeven',
    8: 'acht',
    9: 'negen',
    10: 'tien',
    11: 'elf',
    12: 'twaalf',
  },
  and: 'en',
  andAHalf: 'en een half',
  old: 'oud',
  about: 'ca, circa, ongeveer, rond, geschat, bijna, plm',
  months: {
    jan: 'januari, jan',
    feb: 'februari, feb',
    mar: 'maart, mrt',
    apr: 'april, apr',
    may: 'mei',
    jun: 'juni, jun',
    jul: 'juli, jul',
    aug: 'augustus, aug',
    sep: 'september, sep, sept',
    oct: 'oktober, okt',
    nov: 'november, nov',
    dec: 'december, dec',
  },
  weekdays: `
    maandag, ma, dinsdag, di, woensdag, wo, donderdag, do, vrijdag, vr, zaterdag, za, zondag, zo`,
  mixed: 'kruising, mix, gemengd, bastaard, vuilnisbak, vuilnisbakkenras',
  of: 'van, met, tussen',
  endings: { '': ['e'] },
}
