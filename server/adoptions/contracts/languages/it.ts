import type { DocumentTexts } from './en.ts'

export const italian: DocumentTexts = {
  version: 'default-1-it',
  templates: {
    contract: {
      title: 'Contratto di adozione',
      text: `tra **{{organization.name}}**, di seguito «il rifugio», e **{{adopter.name}}**, di seguito «l’adottante»

{{parties}}

1. **Consegna**

   Il rifugio consegna {{animal.name}} all’adottante in data {{adoption.date}}. L’animale diventa di proprietà dell’adottante quando entrambe le parti hanno firmato e il contributo di adozione è stato versato.

2. **Casa**

   {{animal.name}} vive con l’adottante come un membro della famiglia, mai in gabbia né alla catena.

3. **Cure**

   L’adottante provvede ogni giorno a cibo, acqua, riparo, movimento e compagnia, e porta {{animal.name}} dal veterinario in caso di malattia o ferita.

4. **Salute**

   Il rifugio ha comunicato all’adottante tutto ciò che sa sulla salute e sul comportamento di {{animal.name}}. Non può escludere che qualcosa sia passato inosservato.

5. **Registrazione**

   L’adottante registra il microchip a proprio nome e tiene aggiornato l’indirizzo. Se {{animal.name}} si smarrisce, avvisa subito il rifugio.

6. **Cessione**

   L’adottante non vende {{animal.name}} e non cede l’animale ad altri senza il consenso scritto del rifugio.

7. **Restituzione**

   Se l’adottante non può più tenere {{animal.name}}, il rifugio riprende l’animale in qualsiasi momento.

8. **Visite**

   Il rifugio può chiedere notizie di {{animal.name}} e fare visita su appuntamento.

{{payment}}

{{signatures}}`,
    },
    returnSlip: {
      title: 'Modulo di restituzione',
      text: `per la restituzione di **{{animal.name}}** a **{{organization.name}}**

{{parties}}

## La restituzione

- Adozione n. {{adoption.number}}, consegna in data {{adoption.date}}
- Data della restituzione: {{return.date}}
- Motivo: {{return.reason}}
- Mangia, beve e si comporta come al solito: {{line}}
- Medicinali e vaccinazioni dopo la consegna: {{line}}

L’adottante restituisce {{animal.name}} al rifugio, insieme a tutti i diritti derivanti dal contratto dell’adozione n. {{adoption.number}}.

{{signatures}}`,
    },
  },
  labels: {
    animal: 'L’animale',
    adopter: 'L’adottante',
    name: 'Nome',
    species: 'Specie',
    breed: 'Razza',
    born: 'Nascita',
    sex: 'Sesso',
    colors: 'Colori',
    number: 'Numero',
    microchip: 'Microchip',
    neutered: 'Sterilizzato',
    address: 'Indirizzo',
    phone: 'Telefono',
    email: 'E-mail',
    fee: 'Contributo di adozione',
    paidOn: 'Pagato il',
    placeAndDate: 'Luogo e data',
    forShelter: 'Per il rifugio',
    adoption: 'Adozione n.',
    notStored:
      'Non è la copia firmata: questo animale è stato consegnato prima che i contratti firmati venissero conservati. I dati sono quelli di oggi.',
  },
  words: {
    species: {
      dog: 'Cane',
      cat: 'Gatto',
      rabbit: 'Coniglio',
      smallFurry: 'Piccolo animale',
      bird: 'Uccello',
      horse: 'Cavallo',
      reptile: 'Rettile',
      fish: 'Pesce',
      barnyard: 'Animale da fattoria',
      other: 'Altro animale',
    },
    sex: { female: 'Femmina', male: 'Maschio' },
    yes: 'Sì',
    no: 'No',
    and: 'e',
    about: (year) => `circa ${year}`,
    mixed: (breed) => `Incrocio di ${breed}`,
  },
  sampleReason: 'Trasloco in una casa in cui non sono ammessi animali.',
}
