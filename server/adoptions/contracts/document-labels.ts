/** The labels of the typeset parts of a document. */
export type DocumentLabels = {
  animal: string
  adopter: string
  name: string
  species: string
  breed: string
  born: string
  sex: string
  colors: string
  number: string
  microchip: string
  neutered: string
  address: string
  phone: string
  email: string
  fee: string
  paidOn: string
  placeAndDate: string
  forShelter: string
  adoption: string
  /** For an adoption that was handed over before signed contracts were stored. */
  notStored: string
}

const english: DocumentLabels = {
  ...{ animal: 'The animal', adopter: 'The adopter', name: 'Name', species: 'Species' },
  ...{ breed: 'Breed', born: 'Born', sex: 'Sex', colors: 'Colours', number: 'Number' },
  ...{ microchip: 'Microchip', neutered: 'Neutered', address: 'Address' },
  ...{ phone: 'Phone', email: 'Email', fee: 'Adoption fee', paidOn: 'Paid on' },
  ...{ placeAndDate: 'Place and date', forShelter: 'For the shelter', adoption: 'Adoption no.' },
  notStored:
    'Not the signed copy: this adoption was handed over before signed contracts were stored. It shows today’s details.',
}

/** By language; English for any other. */
const languages: Readonly<Record<string, DocumentLabels>> = {
  de: {
    ...{ animal: 'Das Tier', adopter: 'Adoptierende Person', name: 'Name', species: 'Tierart' },
    ...{ breed: 'Rasse', born: 'Geboren', sex: 'Geschlecht', colors: 'Farben', number: 'Nummer' },
    ...{ microchip: 'Mikrochip', neutered: 'Kastriert', address: 'Adresse' },
    ...{ phone: 'Telefon', email: 'E-Mail', fee: 'Schutzgebühr', paidOn: 'Bezahlt am' },
    ...{ placeAndDate: 'Ort und Datum', forShelter: 'Für das Tierheim', adoption: 'Adoption Nr.' },
    notStored:
      'Nicht das unterschriebene Exemplar: Dieses Tier wurde übergeben, bevor unterschriebene Verträge gespeichert wurden. Die Angaben sind von heute.',
  },
  es: {
    ...{ animal: 'El animal', adopter: 'Adoptante', name: 'Nombre', species: 'Especie' },
    ...{ breed: 'Raza', born: 'Nacimiento', sex: 'Sexo', colors: 'Colores', number: 'Número' },
    ...{ microchip: 'Microchip', neutered: 'Esterilizado', address: 'Dirección' },
    ...{ phone: 'Teléfono', email: 'Correo', fee: 'Tasa de adopción', paidOn: 'Pagado el' },
    ...{ placeAndDate: 'Lugar y fecha', forShelter: 'Por el refugio', adoption: 'Adopción n.º' },
    notStored:
      'No es la copia firmada: este animal se entregó antes de que se guardaran los contratos firmados. Muestra los datos de hoy.',
  },
  fr: {
    ...{ animal: 'L’animal', adopter: 'L’adoptant', name: 'Nom', species: 'Espèce' },
    ...{ breed: 'Race', born: 'Naissance', sex: 'Sexe', colors: 'Couleurs', number: 'Numéro' },
    ...{ microchip: 'Puce', neutered: 'Stérilisé', address: 'Adresse' },
    ...{ phone: 'Téléphone', email: 'E-mail', fee: 'Frais d’adoption', paidOn: 'Payé le' },
    ...{ placeAndDate: 'Lieu et date', forShelter: 'Pour le refuge', adoption: 'Adoption n°' },
    notStored:
      'Ce n’est pas l’exemplaire signé : cet animal a été remis avant la conservation des contrats signés. Les données sont celles d’aujourd’hui.',
  },
  it: {
    ...{ animal: 'L’animale', adopter: 'L’adottante', name: 'Nome', species: 'Specie' },
    ...{ breed: 'Razza', born: 'Nascita', sex: 'Sesso', colors: 'Colori', number: 'Numero' },
    ...{ microchip: 'Microchip', neutered: 'Sterilizzato', address: 'Indirizzo' },
    ...{ phone: 'Telefono', email: 'Email', fee: 'Contributo', paidOn: 'Pagato il' },
    ...{ placeAndDate: 'Luogo e data', forShelter: 'Per il rifugio', adoption: 'Adozione n.' },
    notStored:
      'Non è la copia firmata: questo animale è stato consegnato prima che i contratti firmati venissero conservati. I dati sono quelli di oggi.',
  },
  nl: {
    ...{ animal: 'Het dier', adopter: 'De adoptant', name: 'Naam', species: 'Diersoort' },
    ...{ breed: 'Ras', born: 'Geboren', sex: 'Geslacht', colors: 'Kleuren', number: 'Nummer' },
    ...{ microchip: 'Chipnummer', neutered: 'Gecastreerd', address: 'Adres' },
    ...{ phone: 'Telefoon', email: 'E-mail', fee: 'Adoptiebijdrage', paidOn: 'Betaald op' },
    ...{ placeAndDate: 'Plaats en datum', forShelter: 'Namens het asiel', adoption: 'Adoptie nr.' },
    notStored:
      'Niet het ondertekende exemplaar: dit dier is overgedragen voordat ondertekende contracten werden bewaard. De gegevens zijn van vandaag.',
  },
  pt: {
    ...{ animal: 'O animal', adopter: 'O adotante', name: 'Nome', species: 'Espécie' },
    ...{ breed: 'Raça', born: 'Nascimento', sex: 'Sexo', colors: 'Cores', number: 'Número' },
    ...{ microchip: 'Microchip', neutered: 'Esterilizado', address: 'Morada' },
    ...{ phone: 'Telefone', email: 'E-mail', fee: 'Taxa de adoção', paidOn: 'Pago em' },
    ...{ placeAndDate: 'Local e data', forShelter: 'Pelo abrigo', adoption: 'Adoção n.º' },
    notStored:
      'Não é a cópia assinada: este animal foi entregue antes de os contratos assinados serem guardados. Os dados são os de hoje.',
  },
}

export const labelsFor = (locale: string): DocumentLabels => {
  const { language } = new Intl.Locale(locale)
  return Object.hasOwn(languages, language) ? (languages[language] ?? english) : english
}
