import type { DocumentTexts } from './en.ts'

export const german: DocumentTexts = {
  version: 'default-1-de',
  templates: {
    contract: {
      title: 'Adoptionsvertrag',
      text: `zwischen **{{organization.name}}**, im Folgenden „das Tierheim“, und **{{adopter.name}}**, im Folgenden „die adoptierende Person“

{{parties}}

1. **Übergabe**

   Das Tierheim übergibt {{animal.name}} am {{adoption.date}} an die adoptierende Person. Das Tier geht in ihr Eigentum über, sobald beide Seiten unterschrieben haben und die Schutzgebühr bezahlt ist.

2. **Haltung**

   {{animal.name}} lebt als Mitglied des Haushalts bei der adoptierenden Person und wird weder im Käfig noch an der Kette gehalten.

3. **Versorgung**

   Die adoptierende Person sorgt jeden Tag für Futter, Wasser, Unterkunft, Bewegung und Gesellschaft und bringt {{animal.name}} bei Krankheit oder Verletzung in eine Tierarztpraxis.

4. **Gesundheit**

   Das Tierheim hat der adoptierenden Person alles mitgeteilt, was ihm über die Gesundheit und das Verhalten von {{animal.name}} bekannt ist. Es kann nicht ausschließen, dass etwas unbemerkt geblieben ist.

5. **Registrierung**

   Die adoptierende Person lässt den Mikrochip auf ihren Namen registrieren und hält die Anschrift aktuell. Wird {{animal.name}} vermisst, benachrichtigt sie sofort das Tierheim.

6. **Weitergabe**

   Ohne schriftliche Zustimmung des Tierheims darf {{animal.name}} weder verkauft noch an andere weitergegeben werden.

7. **Rückgabe**

   Kann die adoptierende Person {{animal.name}} nicht mehr behalten, nimmt das Tierheim das Tier jederzeit zurück.

8. **Besuche**

   Das Tierheim darf sich nach {{animal.name}} erkundigen und nach Absprache zu Besuch kommen.

{{payment}}

{{signatures}}`,
    },
    returnSlip: {
      title: 'Rückgabeschein',
      text: `für die Rückgabe von **{{animal.name}}** an **{{organization.name}}**

{{parties}}

## Die Rückgabe

- Adoption Nr. {{adoption.number}}, Übergabe am {{adoption.date}}
- Zurückgegeben am: {{return.date}}
- Grund: {{return.reason}}
- Fressen, Trinken und Verhalten wie gewohnt: {{line}}
- Medikamente und Impfungen seit der Übergabe: {{line}}

Die adoptierende Person gibt {{animal.name}} an das Tierheim zurück, zusammen mit allen Rechten aus dem Vertrag zur Adoption Nr. {{adoption.number}}.

{{signatures}}`,
    },
  },
  labels: {
    animal: 'Das Tier',
    adopter: 'Adoptierende Person',
    name: 'Name',
    species: 'Tierart',
    breed: 'Rasse',
    born: 'Geboren',
    sex: 'Geschlecht',
    colors: 'Farben',
    number: 'Nummer',
    microchip: 'Mikrochip',
    neutered: 'Kastriert',
    address: 'Adresse',
    phone: 'Telefon',
    email: 'E-Mail',
    fee: 'Schutzgebühr',
    paidOn: 'Bezahlt am',
    placeAndDate: 'Ort und Datum',
    forShelter: 'Für das Tierheim',
    adoption: 'Adoption Nr.',
    notStored:
      'Nicht das unterschriebene Exemplar: Dieses Tier wurde übergeben, bevor unterschriebene Verträge gespeichert wurden. Die Angaben sind von heute.',
  },
  words: {
    species: {
      dog: 'Hund',
      cat: 'Katze',
      rabbit: 'Kaninchen',
      smallFurry: 'Kleintier',
      bird: 'Vogel',
      horse: 'Pferd',
      reptile: 'Reptil',
      fish: 'Fisch',
      barnyard: 'Nutztier',
      other: 'Anderes Tier',
    },
    sex: { female: 'Weiblich', male: 'Männlich' },
    yes: 'Ja',
    no: 'Nein',
    and: 'und',
    about: (year) => `etwa ${year}`,
    mixed: (breed) => `${breed}, Mischling`,
  },
  sampleReason: 'Umzug in eine Wohnung, in der keine Tiere erlaubt sind.',
}
