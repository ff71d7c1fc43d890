import java.io.File;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.ListingsApi;
import org.openapitools.client.api.PetsApi;
import org.openapitools.client.model.Error;
import org.openapitools.client.model.NewPet;

/** Lists animals, adds one with a photo, reads an error and the first events: java Petstore.java PHOTO.jpg */
class Petstore {
  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    client.setBasePath(System.getenv("PETSTORE_URL") + "/v1");
    client.setBearerToken(System.getenv("PETSTORE_KEY"));
    // Milliseconds. A photo may wait for others to be prepared.
    client.setReadTimeout(60_000);
    var pets = new PetsApi(client);
    var listings = new ListingsApi(client);

    System.out.println("listed " + pets.listPets().limit(5).execute().size());

    var pet = pets.createPet(new NewPet().name("Frank").categoryId(9007199254740993L)).execute();
    System.out.println("created " + pet.getName() + " in category " + pet.getCategoryId());

    var photo = listings.addPhoto(pet.getId(), new File(args[0])).execute();
    System.out.println("photo of " + photo.getWidth() + " x " + photo.getHeight() + " pixels");

    try {
      listings.getListing(404L).execute();
    } catch (ApiException exception) {
      var error = Error.fromJson(exception.getResponseBody());
      System.out.println("error " + error.getStatus() + " " + error.getCode());
    }

    // A later version may send types of events that this client does not know.
    for (var event : new EventsApi(client).listEvents().limit(100).execute()) {
      System.out.println("event " + event.getType());
    }
  }
}
