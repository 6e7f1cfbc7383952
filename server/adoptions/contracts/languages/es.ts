import type { DocumentTexts } from './en.ts'

export const spanish: DocumentTexts = {
  version: 'default-1-es',
  templates: {
    contract: {
      title: 'Contrato de adopción',
      text: `entre **{{organization.name}}**, en adelante «la protectora», y **{{adopter.name}}**, en adelante «la persona adoptante»

{{parties}}

1. **Entrega**

   La protectora entrega a la persona adoptante el animal {{animal.name}} con fecha de {{adoption.date}}. El animal pasa a ser de su propiedad cuando ambas partes han firmado y se ha pagado la tasa de adopción.

2. **Hogar**

   {{animal.name}} vive con la persona adoptante como un miembro más del hogar, nunca en una jaula ni con cadena.

3. **Cuidados**

   La persona adoptante proporciona cada día comida, agua, cobijo, ejercicio y compañía, y lleva a {{animal.name}} al veterinario en caso de enfermedad o lesión.

4. **Salud**

   La protectora ha comunicado a la persona adoptante todo lo que sabe sobre la salud y el comportamiento de {{animal.name}}. No puede descartar que algo haya pasado inadvertido.

5. **Registro**

   La persona adoptante registra el microchip a su nombre y mantiene actualizada su dirección. Si {{animal.name}} se pierde, avisa de inmediato a la protectora.

6. **Cesión**

   La persona adoptante no vende a {{animal.name}} ni cede el animal a otras personas sin el consentimiento por escrito de la protectora.

7. **Devolución**

   Si la persona adoptante ya no puede tener a {{animal.name}}, la protectora vuelve a acoger al animal en cualquier momento.

8. **Visitas**

   La protectora puede preguntar cómo está {{animal.name}} y hacer visitas con cita previa.

{{payment}}

{{signatures}}`,
    },
    returnSlip: {
      title: 'Hoja de devolución',
      text: `para la devolución de **{{animal.name}}** a **{{organization.name}}**

{{parties}}

## La devolución

- Adopción n.º {{adoption.number}}, entrega: {{adoption.date}}
- Fecha de la devolución: {{return.date}}
- Motivo: {{return.reason}}
- Come, bebe y se comporta como de costumbre: {{line}}
- Medicación y vacunas desde la entrega: {{line}}

La persona adoptante devuelve a {{animal.name}} a la protectora, junto con todos los derechos del contrato de la adopción n.º {{adoption.number}}.

{{signatures}}`,
    },
  },
  labels: {
    animal: 'El animal',
    adopter: 'Adoptante',
    name: 'Nombre',
    species: 'Especie',
    breed: 'Raza',
    born: 'Nacimiento',
    sex: 'Sexo',
    colors: 'Colores',
    number: 'Número',
    microchip: 'Microchip',
    neutered: 'Esterilizado',
    address: 'Dirección',
    phone: 'Teléfono',
    email: 'Correo',
    fee: 'Tasa de adopción',
    paidOn: 'Pagado el',
    placeAndDate: 'Lugar y fecha',
    forShelter: 'Por la protectora',
    adoption: 'Adopción n.º',
    notStored:
      'No es la copia firmada: este animal se entregó antes de que se guardaran los contratos firmados. Muestra los datos de hoy.',
  },
  words: {
    species: {
      dog: 'Perro',
      cat: 'Gato',
      rabbit: 'Conejo',
      smallFurry: 'Animal pequeño',
      bird: 'Ave',
      horse: 'Caballo',
      reptile: 'Reptil',
      fish: 'Pez',
      barnyard: 'Animal de granja',
      other: 'Otro animal',
    },
    sex: { female: 'Hembra', male: 'Macho' },
    yes: 'Sí',
    no: 'No',
    and: 'y',
    about: (year) => `hacia ${year}`,
    mixed: (breed) => `Cruce de ${breed}`,
  },
  sampleReason: 'Mudanza a una vivienda donde no se admiten animales.',
}
