import type { DocumentTexts } from './en.ts'

export const dutch: DocumentTexts = {
  version: 'default-1-nl',
  templates: {
    contract: {
      title: 'Adoptiecontract',
      text: `tussen **{{organization.name}}**, hierna ‘het asiel’, en **{{adopter.name}}**, hierna ‘de adoptant’

{{parties}}

1. **Overdracht**

   Het asiel draagt {{animal.name}} op {{adoption.date}} over aan de adoptant. Het dier wordt eigendom van de adoptant zodra beide partijen hebben ondertekend en de adoptiekosten zijn betaald.

2. **Thuis**

   {{animal.name}} leeft bij de adoptant als lid van het huishouden en wordt niet in een kooi of aan een ketting gehouden.

3. **Verzorging**

   De adoptant zorgt elke dag voor eten, water, onderdak, beweging en gezelschap, en gaat bij ziekte of verwonding met {{animal.name}} naar de dierenarts.

4. **Gezondheid**

   Het asiel heeft de adoptant alles verteld wat het weet over de gezondheid en het gedrag van {{animal.name}}. Het kan niet uitsluiten dat er iets onopgemerkt is gebleven.

5. **Registratie**

   De adoptant laat de chip op eigen naam registreren en houdt het adres actueel. Als {{animal.name}} vermist raakt, laat de adoptant dat meteen aan het asiel weten.

6. **Nieuwe eigenaar**

   De adoptant verkoopt {{animal.name}} niet en staat het dier niet aan anderen af zonder schriftelijke toestemming van het asiel.

7. **Teruggave**

   Als de adoptant niet meer voor {{animal.name}} kan zorgen, neemt het asiel het dier altijd terug.

8. **Bezoek**

   Het asiel mag vragen hoe het met {{animal.name}} gaat en mag na afspraak op bezoek komen.

{{payment}}

{{signatures}}`,
    },
    returnSlip: {
      title: 'Teruggaveformulier',
      text: `voor de teruggave van **{{animal.name}}** aan **{{organization.name}}**

{{parties}}

## De teruggave

- Adoptie nr. {{adoption.number}}, overgedragen op {{adoption.date}}
- Teruggegeven op: {{return.date}}
- Reden: {{return.reason}}
- Eet, drinkt en gedraagt zich zoals gewoonlijk: {{line}}
- Medicijnen en vaccinaties sinds de overdracht: {{line}}

De adoptant geeft {{animal.name}} terug aan het asiel, samen met alle rechten uit het contract van adoptie nr. {{adoption.number}}.

{{signatures}}`,
    },
  },
  labels: {
    animal: 'Het dier',
    adopter: 'De adoptant',
    name: 'Naam',
    species: 'Diersoort',
    breed: 'Ras',
    born: 'Geboren',
    sex: 'Geslacht',
    colors: 'Kleuren',
    number: 'Nummer',
    microchip: 'Chipnummer',
    neutered: 'Gecastreerd',
    address: 'Adres',
    phone: 'Telefoon',
    email: 'E-mail',
    fee: 'Adoptiekosten',
    paidOn: 'Betaald op',
    placeAndDate: 'Plaats en datum',
    forShelter: 'Namens het asiel',
    adoption: 'Adoptie nr.',
    notStored:
      'Niet het ondertekende exemplaar: dit dier is overgedragen voordat ondertekende contracten werden bewaard. De gegevens zijn van vandaag.',
  },
  words: {
    species: {
      dog: 'Hond',
      cat: 'Kat',
      rabbit: 'Konijn',
      smallFurry: 'Klein huisdier',
      bird: 'Vogel',
      horse: 'Paard',
      reptile: 'Reptiel',
      fish: 'Vis',
      barnyard: 'Boerderijdier',
      other: 'Ander dier',
    },
    sex: { female: 'Vrouwtje', male: 'Mannetje' },
    yes: 'Ja',
    no: 'Nee',
    and: 'en',
    about: (year) => `omstreeks ${year}`,
    mixed: (breed) => `${breed}, kruising`,
  },
  sampleReason: 'Verhuizing naar een woning waar geen dieren zijn toegestaan.',
}
