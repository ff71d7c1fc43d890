import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PetsApi;
import org.openapitools.client.model.Error;
import org.openapitools.client.model.NewPet;
import org.openapitools.client.model.PetStatus;

/** Reads what a client of 1.0.0 reads: pets, a page of them, and errors. */
class Petstore {
  public static void main(String[] args) throws Exception {
    var pets = petsFor(System.getenv("PETSTORE_KEY"));

    var frank = new NewPet().name("Frank").categoryId(9007199254740993L).status(PetStatus.SOLD);
    var created = pets.createPet(frank).execute();
    System.out.println("created " + created.getName() + " in category " + created.getCategoryId());

    for (var pet : pets.listPets().limit(1).execute()) {
      System.out.println("listed " + pet.getName() + ", " + pet.getStatus());
    }

    printError(pets, 404);
    printError(petsFor("unknown"), created.getId());
  }

  private static PetsApi petsFor(String key) {
    var client = new ApiClient();
    client.setBasePath(System.getenv("PETSTORE_URL") + "/v1");
    client.setBearerToken(key);
    client.setReadTimeout(60_000);
    return new PetsApi(client);
  }

  private static void printError(PetsApi pets, long petId) throws Exception {
    try {
      pets.getPet(petId).execute();
    } catch (ApiException exception) {
      var error = Error.fromJson(exception.getResponseBody());
      System.out.println("error " + error.getStatus() + " " + error.getCode());
    }
  }
}
