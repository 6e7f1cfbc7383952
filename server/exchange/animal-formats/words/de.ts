import type { FileWords } from './file-words.ts'

export const de: FileWords = {
  columns: {
    externalId: `
      nr, nummer, tiernummer, tier-nr, tiernr, id, tier-id, kennung, kennnummer, lfd. nr,
      laufende nummer, aktenzeichen, registernummer, tierheimnummer, referenz, bestandsnummer`,
    name: 'name, tiername, name des tieres, rufname',
    category: 'kategorie',
    species: 'tierart, art, spezies, tier, gattung, art des tieres',
    breed: 'rasse, rassen',
    'breeds.primary': 'hauptrasse, rasse 1, erste rasse',
    'breeds.secondary': 'zweitrasse, rasse 2, zweite rasse',
    'breeds.mixed': 'mischling, mix, ist mischling',
    sex: 'geschlecht',
    age: 'alter, geschätztes alter, alter ca, ungefähres alter',
    ageMonths: 'alter in monaten, alter monate, monate',
    ageYears: 'alter in jahren, alter jahre, jahre',
    birthDate: `
      geburtsdatum, geboren, geboren am, geburtstag, geb, geb.-datum, gebdatum, geb. am,
      geburtsdatum geschätzt, geburt`,
    size: 'größe, endgröße, grösse, schulterhöhe',
    weight: 'gewicht, aktuelles gewicht, körpergewicht',
    coat: 'fell, felllänge, fellart, haarlänge, haarkleid',
    colors: 'farbe, farben, fellfarbe, hauptfarbe, zweitfarbe, farbe 1, farbe 2',
    status: 'status, vermittlungsstatus, zustand, verbleib, abgang, abgangsart, stand',
    description:
      'beschreibung, bemerkung, bemerkungen, notizen, anmerkung, anmerkungen, text, charakter, kommentar, info, infos, geschichte',
    tags: 'schlagworte, schlagwörter, stichworte',
    fee: 'schutzgebühr, gebühr, preis, vermittlungsgebühr, abgabegebühr, kosten',
    microchip:
      'chip, chipnummer, chip-nr, chipnr, mikrochip, mikrochipnummer, transponder, transpondernummer',
    intakeDate: `
      aufnahmedatum, aufnahme, aufgenommen, aufgenommen am, eingang, eingangsdatum, zugang,
      zugangsdatum, im tierheim seit, ankunft, ankunftsdatum, bei uns seit, einlieferung,
      einlieferungsdatum, funddatum`,
    outcomeDate:
      'abgangsdatum, ausgang, ausgangsdatum, vermittelt am, vermittlungsdatum, abgang am',
    deceasedDate: `
      todesdatum, sterbedatum, verstorben am, gestorben am, gestorben, verstorben, tod,
      eingeschläfert am, euthanasiedatum`,
    spayedNeutered:
      'kastriert, kastration, sterilisiert, kastriert/sterilisiert, kastrationsstatus',
    vaccinated: 'geimpft, impfung, impfungen, impfstatus',
    houseTrained: 'stubenrein, stubenreinheit',
    declawed: 'entkrallt, krallen entfernt',
    specialNeeds:
      'besondere bedürfnisse, handicap, erkrankungen, krankheiten, besonderheiten gesundheit',
    'goodWith.children': `
      kinder, verträglich mit kindern, kinderverträglich, kinderlieb, kinderfreundlich,
      mit kindern, geeignet für kinder, für kinder geeignet`,
    'goodWith.dogs': `
      hunde, verträglich mit hunden, hundeverträglich, mit hunden, verträglich mit anderen hunden,
      andere hunde`,
    'goodWith.cats': `
      katzen, verträglich mit katzen, katzenverträglich, mit katzen,
      verträglich mit anderen katzen, andere katzen`,
    photos: 'foto, fotos, bild, bilder, bild-url, fotolink',
    bondedWith: 'nur zusammen mit, partnertier, gehört zu',
  },
  unknown: `
    unbekannt, weiß nicht, weiss nicht, nicht bekannt, k.a., k. a., keine angabe, keine angaben,
    keine, keiner, kein, unklar, ohne namen, ohne name, kein name, namenlos, noch kein name,
    nicht getestet, ungetestet, noch nicht getestet, unsicher, nicht angegeben, entfällt, n.b.`,
  yes: 'ja, j, wahr',
  no: 'nein, falsch, noch nicht, nie',
  species: {
    dog: 'hund, hündin, rüde, welpe, welpen, hündchen, hundewelpe, hundewelpen',
    cat: 'katze, kater, kätzin, kätzchen, katzen, kitten, katzenwelpe, katzenwelpen',
    rabbit: 'kaninchen, hase, hasen, zwergkaninchen',
    smallFurry: `
      kleintier, meerschweinchen, hamster, ratte, ratten, maus, mäuse, frettchen, chinchilla,
      degu, rennmaus, rennmäuse, nager, nagetier, wüstenrennmaus`,
    bird: `
      vogel, vögel, wellensittich, papagei, papageien, kanarienvogel, kanarienvögel, taube,
      tauben, sittich, nymphensittich, huhn, hühner, hahn, henne, ente, enten, gans, gänse`,
    horse: 'pferd, pony, ponys, esel, stute, wallach, hengst, maultier',
    reptile: `
      reptil, reptilien, schildkröte, schildkröten, schlange, schlangen, echse, echsen,
      bartagame, bartagamen, gecko`,
    fish: 'fisch',
    barnyard:
      'nutztier, hoftier, ziege, ziegen, schaf, schwein, kuh, kühe, rind, rinder, bauernhoftier',
    other: 'sonstige, sonstiges, andere, anderes, exot, exoten, wildtier',
  },
  speciesOfOneSex: { male: 'kater, rüde, hengst, wallach', female: 'hündin, kätzin, stute' },
  sexes: {
    male: 'männlich, männl, m, rüde, kater, rammler, bock, hahn, männchen',
    female: 'weiblich, weibl, w, hündin, katze, kätzin, häsin, zibbe, stute, henne, weibchen',
    neutered: 'kastriert, sterilisiert, k, kastrat, kastriert/sterilisiert',
    intact: 'unkastriert, intakt, unsterilisiert, zuchtfähig',
    neuteredMale: 'wallach',
    neuteredFemale: '',
    intactMale: 'hengst',
    intactFemale: '',
  },
  not: 'nicht, noch nicht, un',
  statuses: {
    available: `
      in vermittlung, verfügbar, zu vermitteln, vermittelbar, zur vermittlung, zu vergeben, frei,
      sucht zuhause, sucht ein zuhause, sucht neues zuhause, zuhause gesucht, vermittlungstier,
      zur adoption, zur vermittlung frei, auf pflegestelle zu vermitteln, aktiv, notfall`,
    reserved: `
      reserviert, vorgemerkt, in reservierung, adoption läuft, vermittlung läuft, auf probe,
      probewohnen, in probe, zur probe, vorvermittelt`,
    withheld: `
      pflegestelle, in pflegestelle, auf pflegestelle, in pflege, quarantäne, in quarantäne,
      nicht verfügbar, nicht vermittelbar, noch nicht vermittelbar, nicht zu vermitteln,
      fundtier, in behandlung, beim tierarzt, in der klinik, sicherstellung, beschlagnahmt,
      gesperrt, noch nicht zu vermitteln, noch nicht verfügbar, pensionstier, gnadenhof, dauerpflege, in beobachtung`,
    adopted: `
      vermittelt, adoptiert, hat ein zuhause, zuhause gefunden, hat ein zuhause gefunden,
      ein zuhause gefunden, vermittlung abgeschlossen, verkauft`,
    died: `
      verstorben, gestorben, tot, eingeschläfert, euthanasiert, euthanasie, erlöst, tod, verendet,
      regenbogenbrücke, über die regenbogenbrücke gegangen, über die regenbogenbrücke,
      einschläferung, verstorben *, gestorben *, eingeschläfert *, euthanasiert *, tot *`,
    left: `
      an besitzer zurück, zurück an besitzer, an besitzer zurückgegeben, zurück beim besitzer,
      dem besitzer zurückgegeben, vom besitzer abgeholt, abgeholt vom besitzer,
      rückgabe an besitzer, rückführung, an eigentümer zurück, zurück an eigentümer,
      an eigentümer zurückgegeben, zurück zum besitzer, zurück zum halter, an halter zurück,
      überstellt, verlegt, abgegeben an anderes tierheim, anderes tierheim,
      an anderen verein abgegeben, an anderen verein, entlaufen, entflogen, entwichen, vermisst,
      gestohlen, gelöscht, archiviert, ausgewildert, freigelassen, verlegt *, überstellt *`,
    undecided:
      'geplant, vorgesehen, angefragt, möglich, nicht, abgesagt, wartet, termin, reserviert, vermittlung',
  },
  sizes: {
    small: 'klein, sehr klein, zwerg, winzig, k, mini',
    medium: 'mittel, mittelgroß, mittelgross',
    large: 'groß, gross, g',
    extraLarge: 'sehr groß, sehr gross, riesig, riese, extra groß, extragroß, xl',
  },
  coats: {
    hairless: 'haarlos, nackt, ohne fell',
    short: 'kurz, kurzhaar, kurzhaarig, kurzfell, kurzes fell, glatt, glatthaar',
    medium: 'mittellang, halblang, halblanghaar, stockhaar, stockhaarig',
    long: 'lang, langhaar, langhaarig, langes fell',
    wire: 'rau, rauhaar, rauhaarig, drahthaar, drahthaarig',
    curly: 'lockig, gelockt',
  },
  vaccinated: {
    yes: 'geimpft, vollständig, vollständig geimpft, grundimmunisiert, aktuell',
    no: 'ungeimpft, nicht geimpft, nicht vollständig',
  },
  ages: {
    baby: 'welpe, welpen, baby, kitten, jungtier, babys, kätzchen, neugeboren',
    young: 'jung, junghund, jugendlich, jungkatze, heranwachsend',
    adult: 'erwachsen, ausgewachsen, adult',
    senior: 'senior, seniorin, alt, älter, seniorenhund, oldie',
  },
  ageUnits: {
    year: 'jahre, jahr, j, jahren, jähr, jährig, jährige, jähriger',
    month: 'monate, monat, monaten, mon',
    week: 'wochen, woche, wo',
    day: 'tage, tag, tagen',
  },
  numbers: {
    1: 'ein, eine, einen, einem, eins',
    1.5: 'anderthalb, eineinhalb',
    2: 'zwei',
    2.5: 'zweieinhalb',
    3: 'drei',
    4: 'vier',
    5: 'fünf',
    6: 'sechs',
    7: 'sieben',
    8: 'acht',
    9: 'neun',
    10: 'zehn',
    11: 'elf',
    12: 'zwölf',
  },
  and: 'und, u',
  andAHalf: 'und ein halbes',
  old: 'alt',
  about: 'ca, circa, zirka, etwa, ungefähr, rund, geschätzt, knapp',
  months: {
    jan: 'januar, jänner, jan, jän',
    feb: 'februar, feb, feber',
    mar: 'märz, mär, mrz',
    apr: 'april, apr',
    may: 'mai',
    jun: 'juni, jun',
    jul: 'juli, jul',
    aug: 'august, aug',
    sep: 'september, sep, sept',
    oct: 'oktober, okt',
    nov: 'november, nov',
    dec: 'dezember, dez',
  },
  weekdays: `
    montag, mo, dienstag, di, mittwoch, mi, donnerstag, do, freitag, fr, samstag, sonnabend, sa,
    sonntag, so`,
  mixed: 'mischling, mix, kreuzung, mischlingshund, mischlingskatze, mischlings',
  of: 'von, aus, mit',
  endings: { '': ['e', 'er', 'es', 'en'] },
}
